import { type ComponentType, lazy, useState } from 'react';

/**
 * A component whose code is fetched at once, beside what else the page fetches. It is shown without a wait when its
 * code is there by then; a lazy one shows a place holder even so, and React keeps that for 300 ms.
 */
export function soon<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  const loading = load().then((module) => {
    loaded = module.default;
    return module;
  });
  // Asked for again when it is needed.
  const Waiting = lazy(() => loading.catch(load)) as unknown as ComponentType<P>;
  return function Soon(props: P) {
    const [Chosen] = useState(() => loaded ?? Waiting);
    return <Chosen {...props} />;
  };
}
