// Every page by its address. A page is there when its file is: what is not built yet is not linked.
import {
  IconCalendarRepeat,
  IconChartLine,
  IconDatabaseImport,
  IconKey,
  IconLayoutDashboard,
  IconMessageQuestion,
  IconMessages,
  IconSettings,
  IconSwords,
  IconUserCircle,
  IconWorldSearch,
} from '@tabler/icons-react';
import { type ComponentType, lazy } from 'react';
import { words } from './words.ts';

type PageModule = { default: ComponentType };
type Icon = ComponentType<{ size?: number; stroke?: number }>;

export type PageEntry = {
  /** The folder below pages/. */
  name: string;
  /** The address; `:brand` stands for the brand's id. */
  path: string;
  title: string;
  /** `frame`: inside the frame; `bare`: alone on the screen, no session needed. */
  kind: 'frame' | 'bare';
  /** Where it is linked; nowhere when left out. */
  group?: 'top' | 'brand' | 'brand-end' | 'end';
  icon?: Icon;
  /** The key that follows `g`. */
  key?: string;
  /** Which of the shared filters it takes: days and agents, tags, or none. */
  filters?: readonly ('days' | 'agents' | 'tags' | 'compare')[];
};

const ALL = ['days', 'agents', 'compare'] as const;
const OF_BRAND = ['days', 'agents', 'tags', 'compare'] as const;
const { pages } = words;

const TABLE: readonly PageEntry[] = [
  {
    name: 'portfolio',
    path: '/',
    title: pages.portfolio,
    kind: 'frame',
    group: 'top',
    icon: IconLayoutDashboard,
    key: 'h',
    filters: ALL,
  },
  {
    name: 'overview',
    path: '/brands/:brand',
    title: pages.overview,
    kind: 'frame',
    group: 'brand',
    icon: IconChartLine,
    key: 'o',
    filters: OF_BRAND,
  },
  {
    name: 'prompts',
    path: '/brands/:brand/prompts',
    title: pages.prompts,
    kind: 'frame',
    group: 'brand',
    icon: IconMessageQuestion,
    key: 'p',
    // Its tags are chosen beside its rows.
    filters: ['days', 'agents'],
  },
  {
    name: 'prompt',
    path: '/brands/:brand/prompts/:prompt',
    title: pages.prompt,
    kind: 'frame',
    filters: ['days', 'agents'],
  },
  {
    name: 'answers',
    path: '/brands/:brand/answers',
    title: pages.answers,
    kind: 'frame',
    group: 'brand',
    icon: IconMessages,
    key: 'a',
    filters: ['days', 'agents', 'tags'],
  },
  { name: 'answer', path: '/brands/:brand/answers/:answer', title: pages.answer, kind: 'frame' },
  {
    name: 'competitors',
    path: '/brands/:brand/competitors',
    title: pages.competitors,
    kind: 'frame',
    group: 'brand',
    icon: IconSwords,
    key: 'c',
    filters: OF_BRAND,
  },
  {
    name: 'sources',
    path: '/brands/:brand/sources',
    title: pages.sources,
    kind: 'frame',
    group: 'brand',
    icon: IconWorldSearch,
    key: 's',
    filters: ['days', 'agents', 'tags'],
  },
  {
    name: 'collection',
    path: '/brands/:brand/collection',
    title: pages.collection,
    kind: 'frame',
    group: 'brand',
    icon: IconCalendarRepeat,
    key: 'l',
  },
  {
    name: 'import',
    path: '/brands/:brand/import',
    title: pages.import,
    kind: 'frame',
    group: 'brand',
    icon: IconDatabaseImport,
    key: 'i',
  },
  {
    name: 'settings',
    path: '/brands/:brand/settings',
    title: pages.settings,
    kind: 'frame',
    group: 'brand-end',
    icon: IconSettings,
    key: 'b',
  },
  { name: 'keys', path: '/keys', title: pages.keys, kind: 'frame', group: 'end', icon: IconKey, key: 'k' },
  {
    name: 'account',
    path: '/account',
    title: pages.account,
    kind: 'frame',
    group: 'end',
    icon: IconUserCircle,
    key: 'u',
  },
  { name: 'sign-in', path: '/sign-in', title: 'Sign in', kind: 'bare' },
  { name: 'setup', path: '/setup', title: 'Set up', kind: 'bare' },
  { name: 'invitation', path: '/invitation', title: 'Invitation', kind: 'bare' },
  { name: 'share', path: '/share/:token', title: 'Shared report', kind: 'bare' },
];

const files = import.meta.glob<PageModule>('./pages/*/page.tsx');
const loaded = new Map<string, ComponentType>();
const chosen = new Map<string, ComponentType>();

async function load(name: string): Promise<PageModule> {
  const found = await files[`./pages/${name}/page.tsx`]?.();
  if (found === undefined) throw new Error(`there is no page ${name}`);
  loaded.set(name, found.default);
  return found;
}

/** The pages that exist. */
export const entries = TABLE.filter(({ name }) => `./pages/${name}/page.tsx` in files);

/** A page's component: the page itself when it was fetched before, else one that waits for it. Stays the same. */
export function pageOf(name: string): ComponentType {
  const page = chosen.get(name) ?? loaded.get(name) ?? lazy(() => load(name));
  chosen.set(name, page);
  return page;
}

/** Fetches a page before it is asked for, such as while the pointer is on its link. */
export function preload(name: string): void {
  if (!loaded.has(name)) load(name).catch(() => undefined);
}

/**
 * Fetches the page of an address while it is still asked who is signed in: a page that is there when it is first shown
 * is shown at once, and one that is waited for at least 300 ms after its place holder (React's throttle of fallbacks).
 */
export function preloadAt(path: string): void {
  const entry = entries.find(({ path: own }) => matches(own, path));
  if (entry) preload(entry.name);
}

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`).test(path);

/** The address of a page; `brand` fills `:brand`. */
export function addressOf(entry: PageEntry, brand?: number): string {
  return entry.path.replace(':brand', String(brand));
}
