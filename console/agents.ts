// Agents as people see them: a name, a short name for tight places, a colour that stays the same everywhere.

export type AgentLook = { name: string; short: string; light: string; dark: string };

const KNOWN: Record<string, AgentLook> = {
  chatgpt: { name: 'ChatGPT', short: 'ChatGPT', light: '#0c8765', dark: '#3fc79f' },
  claude: { name: 'Claude', short: 'Claude', light: '#b9562f', dark: '#e58a62' },
  gemini: { name: 'Gemini', short: 'Gemini', light: '#2f6fe0', dark: '#7da7f8' },
  perplexity: { name: 'Perplexity', short: 'Perplexity', light: '#117484', dark: '#4fbccb' },
  grok: { name: 'Grok', short: 'Grok', light: '#454f5f', dark: '#b3bac6' },
  copilot: { name: 'Copilot', short: 'Copilot', light: '#8046c7', dark: '#b892ee' },
  mistral: { name: 'Mistral', short: 'Mistral', light: '#a86700', dark: '#e6aa3c' },
  deepseek: { name: 'DeepSeek', short: 'DeepSeek', light: '#3b4fc4', dark: '#8f9cf5' },
  google_ai_overview: { name: 'Google AI Overview', short: 'AI Overview', light: '#c03a2b', dark: '#f28b7d' },
  google_ai_mode: { name: 'Google AI Mode', short: 'AI Mode', light: '#a3357f', dark: '#e589c2' },
  chatgpt_web: { name: 'ChatGPT (web)', short: 'ChatGPT web', light: '#4c7a12', dark: '#97c65a' },
  qwen: { name: 'Qwen', short: 'Qwen', light: '#6a3fc0', dark: '#ab90f2' },
  kimi: { name: 'Kimi', short: 'Kimi', light: '#1d6b8f', dark: '#6cb8dc' },
  ollama: { name: 'Ollama', short: 'Ollama', light: '#5a5f69', dark: '#a3a9b4' },
  meta_ai: { name: 'Meta AI', short: 'Meta AI', light: '#0a63b8', dark: '#69b1f5' },
};

export const knownAgents = Object.keys(KNOWN);

/** How an agent looks; one that the console does not know is shown by its id, in grey. */
export function agentLook(id: string): AgentLook {
  return KNOWN[id] ?? { name: id, short: id, light: '#5d6879', dark: '#969dab' };
}
