/**
 * Runs `onStop` at the first SIGINT or SIGTERM; the second one ends the process at once. Returns a function
 * that takes the handlers off again.
 */
export function onSignal(onStop: (signal: NodeJS.Signals) => void): () => void {
  let stopping = false;
  const handle = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    onStop(signal);
  };
  process.on('SIGINT', handle).on('SIGTERM', handle);
  return () => void process.off('SIGINT', handle).off('SIGTERM', handle);
}
