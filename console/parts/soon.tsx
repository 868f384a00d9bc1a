import { type ComponentType, lazy, useState } from 'react';

type Module<P> = { default: ComponentType<P> };
export type Soon<P> = {
  /** Shown without a wait when its code is there by then. */
  Shown: ComponentType<P>;
  /** Fetches the code, beside what else the page fetches; for an effect, so that the page's own requests go first. */
  fetch: () => void;
};

/**
 * A component whose code is fetched before it is shown. A lazy one shows a place holder even when its code is there,
 * and React keeps that for 300 ms.
 */
export function soon<P extends object>(load: () => Promise<Module<P>>): Soon<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<Module<P>> | undefined;
  const get = (): Promise<Module<P>> => {
    loading ??= load().then(
      (module) => {
        loaded = module.default;
        return module;
      },
      (error) => {
        // Asked for again the next time.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const Waiting = lazy(get) as unknown as ComponentType<P>;
  function Shown(props: P) {
    const [Chosen] = useState(() => loaded ?? Waiting);
    return <Chosen {...props} />;
  }
  return { Shown, fetch: () => void get().catch(() => undefined) };
}
