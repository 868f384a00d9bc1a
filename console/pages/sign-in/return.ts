/** A path of the console to go to after signing in; anything else leads to the start. */
export function pathOf(next: string | null): string {
  return next !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : '/';
}
