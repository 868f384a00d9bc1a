export const words = { collect: 'Plan the collection', import: 'Import answers' } as const;
