-- The replacement of the market's certificate authority while agents stay connected. docs/operate/market.md explains it.

-- At most one row, while the authority is replaced. The next authority is the secret 'authority-next'.
create table authority_rotation (
  is_running boolean primary key default true check (is_running),
  -- SHA-256 of the certificate of the next authority.
  next_fingerprint text collate "C" not null,
  started_millis bigint not null default now_millis(),
  -- Since when agents get certificates from the next authority; null until all servers accept these.
  moving_millis bigint
);

-- What a server has done for the rotation: null if nothing, as servers of earlier versions.
alter table replica add column authority_step text;

-- SHA-256 of the certificate of the authority that issued it; null if a server of an earlier version did not record it.
alter table agent_certificate add column authority text collate "C";

-- Whether it was retired because its authority was replaced.
alter table agent_certificate add column authority_replaced boolean not null default false;
