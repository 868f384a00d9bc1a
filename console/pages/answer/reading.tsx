import { Skeleton, Tooltip } from '@mantine/core';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Section } from '../../parts/section.tsx';
import { soon } from '../../parts/soon.tsx';
import { words } from '../../words/answer.ts';
import marks from './marks.module.css';
import type { Answer } from './mention.ts';
import { MentionCard } from './mention-facts.tsx';

const answerText = soon(() => import('./answer-text.tsx'));
// The page has nothing else to show.
answerText.fetch();
const ENTITIES = ['brand', 'tracked', 'untracked'] as const;

type Given = {
  answer: Answer;
  /** The mention whose marks stand out, beside the one under the pointer. */
  active: number | null;
  box: RefObject<HTMLDivElement | null>;
};

/** The answer's text with its marks, and the card of the mark that is looked at. */
export function Reading({ answer, active, box }: Given) {
  const mark = useLookedAt(box);
  const shown = mark?.at ?? active;
  useEffect(() => {
    for (const one of box.current?.querySelectorAll('mark[data-mention]') ?? [])
      one.toggleAttribute('data-active', Number(one.getAttribute('data-mention')) === shown);
  }, [box, shown]);
  const mention = mark && answer.mentions[mark.at];
  return (
    <Section title={words.text} actions={<CopyButton text={answer.answer} label={words.copy} />}>
      <Legend answer={answer} />
      <div ref={box} data-answer-text>
        <Suspense fallback={<Skeleton h={420} />}>
          <answerText.Shown source={answer.answer} mentions={answer.mentions} />
        </Suspense>
      </div>
      {mark && mention && (
        <Tooltip
          key={mark.key}
          target={mark.element}
          opened
          label={<MentionCard mention={mention} />}
          position="bottom-start"
          maw={380}
          p={0}
          bg="none"
          withinPortal={false}
        />
      )}
    </Section>
  );
}

/** What the lines below names mean; only those that occur. */
function Legend({ answer }: { answer: Answer }) {
  const present = ENTITIES.filter((entity) =>
    answer.mentions.some((mention) => mention.entity === entity && mention.spans.length > 0),
  );
  if (present.length === 0) return null;
  return (
    <ul className={marks.legend} aria-label={words.legend}>
      {present.map((entity) => (
        <li key={entity}>
          <span className={marks.mark} data-entity={entity}>
            {words.entities[entity]}
          </span>
        </li>
      ))}
    </ul>
  );
}

type Looked = { element: HTMLElement; at: number; key: number };

/** The mark under the pointer or with the focus; of a link that has the focus, its first one. */
function useLookedAt(box: RefObject<HTMLDivElement | null>): Looked | null {
  const [looked, setLooked] = useState<Looked | null>(null);
  const count = useRef(0);
  useEffect(() => {
    const show = (event: Event) => {
      if (!(event.target instanceof Element)) return;
      const inLink = event.type === 'focusin' ? event.target.querySelector('a > mark') : null;
      const element =
        event.target.closest<HTMLElement>('mark[data-mention]') ?? (inLink as HTMLElement | null);
      if (!element) return;
      count.current += 1;
      setLooked({ element, at: Number(element.dataset.mention), key: count.current });
    };
    const hide = () => setLooked(null);
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const node = box.current;
    const listeners = { pointerover: show, focusin: show, pointerout: hide, focusout: hide } as const;
    for (const [name, listen] of Object.entries(listeners)) node?.addEventListener(name, listen);
    addEventListener('keydown', leave);
    return () => {
      for (const [name, listen] of Object.entries(listeners)) node?.removeEventListener(name, listen);
      removeEventListener('keydown', leave);
    };
  }, [box]);
  return looked;
}
