import displayNames from './agents.json' with { type: 'json' };

const idByName = new Map(Object.entries(displayNames).map(([id, name]) => [name.toLowerCase(), id]));

/**
 * The agent id that a caller means: display names (`Google AI Mode`) and ids in any case. Of an unknown name
 * the letters and digits are kept (`Le Chat` is `le_chat`): agents are an open set. Empty when there are none.
 */
export function agentId(text: string): string {
  const name = text.trim().toLowerCase();
  return idByName.get(name) ?? name.replace(/[^a-z0-9_]+/g, '_').replace(/^_+|_+$/g, '');
}
