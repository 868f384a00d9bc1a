// The language of an answer, by script and by the little words that every text has.

import stopwords from './data/stopwords.json' with { type: 'json' };
import { fold, isWordCode } from './fold.ts';
import { scriptOf } from './script.ts';
import { isEnglish } from './words.ts';

const index = new Map<string, string[]>();
for (const [language, words] of Object.entries(stopwords)) {
  for (const word of new Set(words.map(fold))) index.set(word, [...(index.get(word) ?? []), language]);
}

const SAMPLE = 2000;

/** The ISO 639-1 code, or null when the text is too short or too mixed to tell. */
export function detectLanguage(folded: string): string | null {
  const sample = folded.slice(0, SAMPLE);
  return byScript(sample) ?? byWords(sample);
}

const SCRIPT_LANGUAGE: Record<string, string> = { hangul: 'ko', thai: 'th', arabic: 'ar', hebrew: 'he' };

function byScript(sample: string): string | null {
  const counts: Record<string, number> = {};
  let total = 0;
  for (let i = 0; i < sample.length; i++) {
    const code = sample.charCodeAt(i);
    if (!isWordCode(code)) continue;
    total++;
    if (code < 0x370) continue;
    const script = code < 0x400 ? 'greek' : code >= 0x900 && code < 0x980 ? 'hindi' : scriptOf(code);
    counts[script] = (counts[script] ?? 0) + 1;
  }
  const share = (script: string): number => (counts[script] ?? 0) / Math.max(1, total);
  if (share('kana') > 0.08) return 'ja';
  if (share('han') > 0.15) return 'zh';
  if (share('greek') > 0.3) return 'el';
  if (share('hindi') > 0.2) return 'hi';
  for (const [script, language] of Object.entries(SCRIPT_LANGUAGE)) if (share(script) > 0.2) return language;
  return null;
}

function byWords(sample: string): string | null {
  const scores = new Map<string, number>();
  let words = 0;
  let english = 0;
  for (const [word] of sample.matchAll(/\p{L}+/gu)) {
    words++;
    if (isEnglish(word)) english++;
    const languages = index.get(word);
    for (const language of languages ?? [])
      scores.set(language, (scores.get(language) ?? 0) + 1 / (languages?.length ?? 1));
  }
  const [best, second] = [...scores].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  // One little word is no proof against a sentence of English words.
  if (words > 0 && (best?.[1] ?? 0) < 2 && english / words >= 0.5) return 'en';
  const cyrillic = /[\u0400-\u04ff]/.test(sample);
  if (best && best[1] >= 1 && best[1] > (second?.[1] ?? 0) && (best[1] / words > 0.04 || words < 20))
    return best[0];
  if (cyrillic) return 'ru';
  return words > 0 && english / words >= 0.3 ? 'en' : null;
}
