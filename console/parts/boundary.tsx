import { Button } from '@mantine/core';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { words } from '../words.ts';
import { Empty } from './empty.tsx';

type Given = {
  children: ReactNode;
  /** Another value gives the content a new chance: the address of the page. */
  resetBy?: string;
};

/** Keeps a page's fault from taking the frame down: says so, and offers to reload. */
export class Boundary extends Component<Given, { fault: unknown; of?: string | undefined }> {
  override state: { fault: unknown; of?: string | undefined } = { fault: null };

  static getDerivedStateFromProps(given: Given, state: { fault: unknown; of?: string }) {
    return given.resetBy === state.of ? null : { fault: null, of: given.resetBy };
  }

  static getDerivedStateFromError(fault: unknown) {
    return { fault };
  }

  override componentDidCatch(fault: unknown, info: ErrorInfo): void {
    console.error(fault, info.componentStack);
  }

  override render(): ReactNode {
    if (this.state.fault === null) return this.props.children;
    return (
      <Empty
        page
        title={words.problems.page}
        text={words.problems.pageNext}
        action={<Button onClick={() => location.reload()}>{words.problems.reload}</Button>}
      />
    );
  }
}
