// Rows as Kysely sees them. migrations/*.sql is the truth; test/storage/schema.test.ts compares.
import type { ColumnType, Generated } from 'kysely';

/** Written by the database, read as `YYYY-MM-DDThh:mm:ss.ffffff+00:00`. */
type CreatedAt = ColumnType<string, string | undefined, never>;

type Sums = {
  answers: number;
  mentions: number;
  sentiment_sum: number;
  sentiment_count: number;
  position_sum: number;
};
type FactKey = {
  account_id: number;
  brand_id: number;
  entity_id: number;
  prompt_id: number;
  agents: number[];
  by_agent: number[];
};

/** What the agent searched for; kept as JSON. */
type Searches = string[];

/** What an answer says of one entity. */
export type Mention = {
  entity_id: number;
  kind: 'recommended' | 'listed' | 'compared' | 'passing' | 'denied';
  position: number | null;
  sentiment: number | null;
  head: boolean;
};

export type Tables = {
  accounts: {
    id: Generated<number>;
    name: string;
    created_at: CreatedAt;
    monthly_limit_micros: number | null;
  };
  users: {
    id: Generated<number>;
    name: string;
    email: string;
    email_verified: Generated<boolean>;
    image: string | null;
    two_factor_enabled: Generated<boolean>;
    created_at: CreatedAt;
    updated_at: Generated<string>;
  };
  sessions: {
    id: Generated<number>;
    user_id: number;
    token: string;
    ip_address: string | null;
    user_agent: string | null;
    created_at: CreatedAt;
    updated_at: Generated<string>;
    expires_at: string;
  };
  credentials: {
    id: Generated<number>;
    user_id: number;
    provider_id: string;
    subject: string;
    password_hash: string | null;
    access_token: string | null;
    refresh_token: string | null;
    id_token: string | null;
    access_token_expires_at: string | null;
    refresh_token_expires_at: string | null;
    scope: string | null;
    created_at: CreatedAt;
    updated_at: Generated<string>;
  };
  verifications: {
    id: Generated<number>;
    identifier: string;
    value: string;
    created_at: CreatedAt;
    updated_at: Generated<string>;
    expires_at: string;
  };
  two_factors: {
    id: Generated<number>;
    user_id: number;
    secret: string;
    backup_codes: string;
    verified: Generated<boolean>;
    failed_verification_count: Generated<number>;
    locked_until: string | null;
  };
  members: {
    account_id: number;
    id: Generated<number>;
    role: 'owner' | 'editor' | 'viewer';
    created_at: CreatedAt;
    user_id: number;
  };
  invitations: {
    account_id: number;
    id: Generated<number>;
    email: string;
    role: 'owner' | 'editor' | 'viewer';
    token_hash: Buffer;
    invited_by: number | null;
    created_at: CreatedAt;
    expires_at: string;
    accepted_at: string | null;
  };
  agents: { id: Generated<number>; name: string };
  brands: {
    account_id: number;
    id: Generated<number>;
    name: string;
    domain: Generated<string>;
    aliases: Generated<string[]>;
    exclude: Generated<string[]>;
    settings_version: Generated<number>;
    reading_version: number;
    data_version: Generated<number>;
    created_at: CreatedAt;
  };
  keys: {
    account_id: number;
    id: Generated<number>;
    brand_id: number | null;
    hash: Buffer;
    prefix: string;
    last_four: string;
    name: string;
    created_at: CreatedAt;
    expires_at: string | null;
    last_used_at: string | null;
  };
  prompts: {
    account_id: number;
    id: Generated<number>;
    brand_id: number;
    prompt: string;
    active: Generated<'Y' | 'N'>;
    tags: Generated<string[]>;
    created_at: CreatedAt;
  };
  competitors: {
    account_id: number;
    id: Generated<number>;
    brand_id: number;
    name: string;
    spelling: string;
    domain: Generated<string>;
    aliases: Generated<string[]>;
    exclude: Generated<string[]>;
    tracked: boolean;
    sightings: Generated<number>;
    head_sightings: Generated<number>;
    dismissed: Generated<boolean>;
    merged_into: number | null;
    created_at: CreatedAt;
  };
  answers: {
    account_id: number;
    id: Generated<number>;
    brand_id: number;
    prompt_id: number;
    agent_id: number;
    answered_at: string;
    identity: Buffer;
    content: Buffer;
    reading_version: number;
    settings_version: number;
    mentions: Generated<Mention[]>;
    domains: Generated<string[]>;
    language: string | null;
    external_id: string | null;
    answer: string;
    model: Generated<string>;
    searches: Generated<Searches>;
    citations: Generated<{ url: string; title?: string }[]>;
    created_at: CreatedAt;
    consulted: Generated<{ url: string; title?: string }[]>;
  };
  sources: {
    account_id: number;
    id: Generated<number>;
    brand_id: number;
    domain: string;
    agent_id: number;
    type: string;
    answers: number;
    created_at: CreatedAt;
  };
  source_days: { account_id: number; source_id: number; day: string; answers: number };
  fact_days: FactKey & { day: string } & Sums;
  fact_months: FactKey & { month: string } & Sums;
  rereadings: {
    account_id: number;
    brand_id: number;
    answered_at: Generated<string>;
    answer_id: Generated<number>;
  };
  plans: {
    account_id: number;
    brand_id: number;
    active: 'Y' | 'N';
    agents: { agent: string }[] | null;
    per: 'day' | 'week';
    times: number;
    hour: number;
    time_zone: string;
    samples: number;
    country: string | null;
    language: string | null;
    monthly_limit_micros: number | null;
    scheduled_at: string;
    planned: Generated<string>;
    created_at: CreatedAt;
  };
  slots: {
    account_id: number;
    id: Generated<number>;
    brand_id: number;
    prompt_id: number;
    agent_id: number;
    name: string;
    sample: number;
    is_planned: boolean;
    connection: string;
    state: Generated<string>;
    next_at: string;
    attempts: Generated<number>;
    run_id: number | null;
    reason: Generated<string>;
    planned_for: string;
    created_at: CreatedAt;
  };
  runs: {
    account_id: number;
    id: Generated<number>;
    brand_id: number;
    slot_id: number;
    connection: string;
    model: string;
    state: Generated<string>;
    failure: string | null;
    message: Generated<string>;
    started_at: string;
    received_at: string | null;
    exchanges: Buffer | null;
    reserved_micros: number;
    cost_micros: number | null;
    facts: Generated<{ model?: string }>;
    answer_id: number | null;
    created_at: CreatedAt;
  };
  spending: {
    account_id: number;
    brand_id: number;
    month: string;
    reserved_micros: Generated<number>;
    spent_micros: Generated<number>;
  };
  pauses: {
    account_id: number;
    connection: string;
    failure: string;
    message: string;
    until: string | null;
    key_hash: Buffer | null;
    created_at: CreatedAt;
  };
  vendor_keys: {
    account_id: number;
    id: Generated<number>;
    connection: string;
    sealed: Buffer | null;
    last_four: string;
    base_url: Generated<string>;
    created_at: CreatedAt;
  };
  shares: {
    account_id: number;
    id: Generated<number>;
    brand_id: number;
    name: string;
    token_hash: Buffer;
    filters: { ai_agent: string[]; tags: string[]; compare: boolean };
    password_hash: string | null;
    created_by: number | null;
    created_at: CreatedAt;
    expires_at: string | null;
    last_opened_at: string | null;
  };
  idempotent_requests: {
    account_id: number;
    key: string;
    request: Buffer;
    response: unknown;
    created_at: CreatedAt;
  };
};
