-- Links that show a brand's overview to whoever has them. The link holds the token, the table its SHA-256.
create table shares (
  account_id integer not null,
  id integer generated always as identity,
  brand_id integer not null,
  name text not null,
  token_hash bytea not null,
  -- what is shown: days, agents, tags
  filters jsonb not null,
  password_hash text,
  created_by integer references users (id) on delete set null,
  created_at timestamptz(6) not null default clock_timestamp(),
  expires_at timestamptz(6),
  last_opened_at timestamptz(6),
  primary key (account_id, id),
  foreign key (account_id, brand_id) references brands (account_id, id) on delete cascade
);
create unique index shares_token on shares (token_hash);
create index shares_brand on shares (account_id, brand_id);
