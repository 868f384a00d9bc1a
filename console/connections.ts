// Connections as people know them: the vendors and data providers behind their ids.

type Look = { name: string; secret: 'key' | 'login' | 'none'; needsAddress?: true };

const KNOWN: Record<string, Look> = {
  openai: { name: 'OpenAI', secret: 'key' },
  anthropic: { name: 'Anthropic', secret: 'key' },
  gemini: { name: 'Google Gemini', secret: 'key' },
  perplexity: { name: 'Perplexity', secret: 'key' },
  xai: { name: 'xAI', secret: 'key' },
  mistral: { name: 'Mistral', secret: 'key' },
  dataforseo: { name: 'DataForSEO', secret: 'login' },
  serpapi: { name: 'SerpApi', secret: 'key' },
  openrouter: { name: 'OpenRouter', secret: 'key' },
  ollama: { name: 'Ollama', secret: 'none', needsAddress: true },
  compatible: { name: 'OpenAI-compatible', secret: 'key', needsAddress: true },
};

/** A connection's name and what it wants; one that the console does not know is shown by its id. */
export function connectionLook(id: string): Look {
  return KNOWN[id] ?? { name: id, secret: 'key' };
}
