export const words = {
  label: 'Reading answers again',
  part: (done: number, total: number) => `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  hint: 'Settings changed, so stored answers are read again. The numbers follow; nothing has to wait for it.',
} as const;
