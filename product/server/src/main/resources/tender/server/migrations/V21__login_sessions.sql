-- Single sign-on. docs/operate/single-sign-on.md explains it.

-- The person of an identity provider that a user is. A user without a row here is local, and has tokens only.
create table login_identity (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id text collate "C" not null unique references market_user,
  created_millis bigint not null default now_millis(),
  -- The operator has revoked the user; null if not.
  revoked_millis bigint,
  primary key (issuer, subject)
);

create table login_session (
  -- SHA-256.
  token_hash bytea primary key,
  user_id text collate "C" not null references login_identity (user_id),
  kind text collate "C" not null check (kind in ('browser', 'command')),
  created_millis bigint not null default now_millis(),
  expires_millis bigint not null,
  -- Within some seconds.
  used_millis bigint not null default now_millis(),
  -- When the identity provider last said that the login is valid.
  confirmed_millis bigint not null default now_millis(),
  -- No server asks the identity provider before: another one is doing so, or it could not be reached.
  retry_millis bigint not null default 0,
  is_unreachable boolean not null default false,
  -- Encrypted.
  refresh_token text collate "C" not null,
  id_token text collate "C" not null
);

create index login_session_by_user on login_session (user_id, created_millis);
create index login_session_by_use on login_session (used_millis);

-- Logins by device code that are not completed.
create table device_login (
  -- SHA-256 of the secret that the command has.
  secret_hash bytea primary key,
  address text collate "C" not null,
  expires_millis bigint not null,
  interval_millis bigint not null,
  -- The identity provider is not asked before.
  next_poll_millis bigint not null,
  -- Encrypted.
  device_code text collate "C" not null
);

create index device_login_by_address on device_login (address, expires_millis);
