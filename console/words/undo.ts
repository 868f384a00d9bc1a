export const words = { undo: 'Undo' } as const;
