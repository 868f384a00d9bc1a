/** The query with these lines; one without a name stands for none at all. */
export function withLines(search: string, names: readonly string[] | undefined): string {
  const query = new URLSearchParams(search);
  query.delete('line');
  for (const name of names?.length === 0 ? [''] : (names ?? [])) query.append('line', name);
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
}
