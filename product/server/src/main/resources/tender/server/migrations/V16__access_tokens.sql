-- Tokens that users create for themselves, beside the one that the operator created, which is in market_user. Without that one a user
-- has no access, and these are deleted. docs/use/access-tokens.md explains them.
create table access_token (
  -- SHA-256.
  token_hash bytea primary key,
  user_id text collate "C" not null references market_user,
  name text collate "C" not null,
  scope text collate "C" not null check (scope in ('read', 'submit', 'admin')),
  created_millis bigint not null default now_millis(),
  -- Null: never.
  expires_millis bigint,
  -- Within some minutes; null if it has not been used.
  used_millis bigint,
  unique (user_id, name)
);

-- Within some minutes; null if the operator's token has not been used.
alter table market_user add column used_millis bigint;
