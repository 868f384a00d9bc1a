import { counted } from '../words.ts';

export const words = {
  title: 'Brand settings',
  text: 'What counts as a mention of the brand. A change reads all stored answers again; reports stay available meanwhile.',
  names: 'Names',
  name: 'Name',
  nameHint: 'As answers write it. Case, accents and spaces are looked past.',
  domain: 'Domain',
  domainHint: 'Sources on it count as owned.',
  aliases: 'Also known as',
  aliasesHint:
    'Other names that mean the brand: former names, short forms, products. Press Enter after each.',
  exclude: 'Never a mention',
  excludeHint: 'Phrases that contain a name and do not mean the brand, such as “acme of perfection”.',
  save: 'Save changes',
  saved: 'Saved: stored answers are being read again',
  unchanged: 'Nothing changed',
  reset: 'Discard changes',
  viewer: 'You may look at these settings; editors and owners may change them.',
  danger: 'Delete this brand',
  dangerText: (answers: number) =>
    `Its prompts, competitors, ${counted(answers, 'answer', 'answers')} and Brand-scoped keys are deleted with it. This cannot be taken back.`,
  remove: 'Delete brand',
  removed: 'Brand deleted',
  removeTitle: (name: string) => `Delete ${name}?`,
};
