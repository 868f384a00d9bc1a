import displayNames from './agents.json' with { type: 'json' };

/** Agents that have a display name of ours; others are shown by their ids. */
export const knownAgents = Object.keys(displayNames);

const idByName = new Map(Object.entries(displayNames).map(([id, name]) => [name.toLowerCase(), id]));

/**
 * The agent id that a caller means: display names (`Google AI Mode`) and ids in any case; in an unknown name
 * spaces, dots, hyphens and brackets become `_` (`Le Chat` is `le_chat`). Agents are an open set.
 */
export function agentId(text: string): string {
  const name = text.trim().toLowerCase();
  return idByName.get(name) ?? name.replace(/[\s.()-]+/g, '_').replace(/^_+|_+$/g, '');
}

/** True for what may be an agent's id: lower-case letters, digits and `_`. */
export function isAgentId(text: string): boolean {
  return /^[a-z0-9_]{1,64}$/.test(text);
}
