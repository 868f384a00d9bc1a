// What console.ts measures with inside the page: put into every page before its own scripts, as `timing`.
{
  const frame = () => new Promise((done) => requestAnimationFrame(done));

  /** Resolves in a task after the frame in which something is so: by then it is painted. */
  const paintedWhen = async (isSo) => {
    do await frame();
    while (!isSo());
    await new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(0);
    });
  };

  const isBusy = () => document.querySelector('main [aria-busy=true]') !== null;

  const timing = {
    /** When anything was painted, and when the page's numbers were: ms since the page was asked for. */
    async paints() {
      await paintedWhen(() => !isBusy() && /\d/.test(document.querySelector('main')?.textContent ?? ''));
      const numbers = performance.now();
      const first = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      // The browser tells of its paints a little later.
      while (first() === undefined) await frame();
      return { first: first(), numbers };
    },

    /** From the click on a link of the navigation until the page that it leads to is painted, ms. */
    async switchTo(name) {
      const link = [...document.querySelectorAll('nav a')].find((one) => one.textContent === name);
      const from = performance.now();
      link.click();
      const hasTitle = () => document.querySelector('main h1') !== null;
      await paintedWhen(() => link.ariaCurrent === 'page' && hasTitle() && !isBusy());
      return performance.now() - from;
    },

    /** Sorts the table by its sorted column, or the first that can be, the other way: ms until painted. */
    async sort() {
      const head =
        document.querySelector('thead th[aria-sort]') ?? document.querySelector('thead th:has(button)');
      const before = head.ariaSort;
      const from = performance.now();
      head.querySelector('button').click();
      await paintedWhen(() => head.ariaSort !== before);
      return performance.now() - from;
    },

    /** The browser's own times from clicks and keys to the next paint, in ms, of those above 16. */
    slow: [],
    watch() {
      const keep = (list) => timing.slow.push(...list.getEntries().map(({ duration }) => duration));
      new PerformanceObserver(keep).observe({ type: 'event', durationThreshold: 16 });
    },
  };

  globalThis.timing = timing;
}
