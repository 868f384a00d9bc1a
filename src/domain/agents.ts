import displayNames from './agents.json' with { type: 'json' };

const idByName = new Map(Object.entries(displayNames).map(([id, name]) => [name.toLowerCase(), id]));

/**
 * The agent id that a caller means: display names (`Google AI Mode`) and ids in any case. Unknown names
 * come back in lower case: agents are an open set, and an agent that was never seen matches nothing.
 */
export function agentId(text: string): string {
  const name = text.trim().toLowerCase();
  return idByName.get(name) ?? name;
}

/** The name that people know an agent by; the id itself for one without a known name. */
export function agentName(id: string): string {
  return (displayNames as Record<string, string>)[id] ?? id;
}
