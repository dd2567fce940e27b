-- The certificates that were issued to agents. An enrolment starts a line of certificates and retires all
-- earlier ones of the provider; a renewal continues the line. docs/operate/market.md explains it.
create table agent_certificate (
  -- Hexadecimal.
  serial text collate "C" primary key,
  provider text collate "C" not null references provider,
  issued_millis bigint not null default now_millis(),
  expires_millis bigint not null,
  -- When the agent first used it; null if never. The first use retires all others of the provider.
  first_used_millis bigint,
  -- Since when it is refused; null while it is valid.
  retired_millis bigint,
  -- Whether an operator revoked it.
  revoked boolean not null default false
);

create index agent_certificate_by_provider on agent_certificate (provider, issued_millis);

-- False for providers that enrolled before certificates were recorded: the first certificate that their agent
-- uses is recorded then, and no other.
alter table provider add column certificates_recorded boolean not null default true;
update provider set certificates_recorded = false where enrolled_millis is not null;
