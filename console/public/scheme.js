// Runs before the first paint, so that a chosen dark page never flashes white. A file of its own, because
// the page allows no inline script.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('brandscope.scheme');
  } catch {
    // Storage may be forbidden: then the system's choice holds.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
