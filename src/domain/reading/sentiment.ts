// How well each entity is spoken of, and in what role it is named.
import type { Head } from './heads.ts';
import type { Named } from './position.ts';
import type { Visible } from './visible.ts';

export type Feeling = {
  sentiment: number | null;
  kind: 'recommended' | 'listed' | 'compared' | 'passing' | 'denied';
};
export type Scene = {
  visible: Visible;
  heads: readonly Head[];
  leads: ReadonlyMap<Head, number>;
  named: readonly Named[];
  language: string | null;
};

/** Sentiment and kind by entity id. */
export function findFeelings(scene: Scene): Map<number, Feeling> {
  const led = new Set(scene.leads.values());
  return new Map(
    scene.named.map(({ id }) => [
      id,
      { sentiment: scene.language === 'en' ? 50 : null, kind: led.has(id) ? 'listed' : 'passing' },
    ]),
  );
}
