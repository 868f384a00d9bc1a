// The kinds of sources: a colour and a picture each, always beside the word.
import {
  IconBook,
  IconBuildingBank,
  IconHome,
  IconMessages,
  IconNews,
  IconShoppingCart,
  IconStar,
  IconSwords,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Out } from '../../api.ts';

export type Source = Out<'listSources'>['sources'][number];
export type Kind = Source['type'];
type Look = { light: string; dark: string; icon: ComponentType<{ size?: number; stroke?: number }> };

export const KINDS: Record<Kind, Look> = {
  owned: { light: '#335fe0', dark: '#7f9ffa', icon: IconHome },
  competitor: { light: '#c2590a', dark: '#f29a52', icon: IconSwords },
  review: { light: '#857000', dark: '#d6be4a', icon: IconStar },
  editorial: { light: '#0c8765', dark: '#3fc79f', icon: IconNews },
  community: { light: '#a3357f', dark: '#e589c2', icon: IconMessages },
  social: { light: '#0a7fa8', dark: '#5cc3ea', icon: IconUsers },
  reference: { light: '#6b4fc8', dark: '#a997f0', icon: IconBook },
  commerce: { light: '#8a5a44', dark: '#c99b83', icon: IconShoppingCart },
  institutional: { light: '#3f6b7a', dark: '#8fb4c2', icon: IconBuildingBank },
  other: { light: '#959fae', dark: '#6f7785', icon: IconWorld },
};

const ORDER = Object.keys(KINDS) as Kind[];

/** Whether a text, such as one of the address, names a kind. */
export const isKind = (text: string): text is Kind => ORDER.some((kind) => kind === text);

export const kindColor = (kind: Kind): string => `light-dark(${KINDS[kind].light}, ${KINDS[kind].dark})`;

export type Part = { kind: Kind; domains: number; cited: number };

/** How many domains there are of each kind, and how often answers cite them; kinds without any are left out. */
export function mixOf(sources: readonly Source[]): Part[] {
  const parts = new Map(ORDER.map((kind) => [kind, { kind, domains: 0, cited: 0 }]));
  for (const { type, answers } of sources) {
    const part = parts.get(type);
    if (part === undefined) continue;
    part.domains++;
    part.cited += answers;
  }
  return [...parts.values()].filter(({ domains }) => domains > 0);
}
