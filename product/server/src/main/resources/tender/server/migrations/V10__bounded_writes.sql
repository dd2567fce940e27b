-- Offers of providers, beside the state of the bag for which they were made. The state is rewritten at each step, and
-- must not grow with the number of providers that were called. docs/decisions/0035-offers-beside-bags.md explains it.
create table bag_offers (
  bag text collate "C" not null references bag on delete cascade,
  -- The number of the call; 0 for the offers that the promise did not use.
  round integer not null,
  -- 'reply/PROVIDER' for the latest reply of a provider, 'unused/…' for offers that a composition does not use.
  name text collate "C" not null,
  -- The order in which the replies came.
  place integer not null,
  -- JSON. As text, so that an unchanged value is found by comparison and not written again.
  content text not null,
  primary key (bag, round, name)
);

-- Small content is in its row, which saves an upload and a chunk.
alter table blob alter column upload drop not null, add column content bytea;
alter table blob alter column content set storage external;
alter table blob add constraint blob_has_content check ((upload is null) <> (content is null));

-- Whether a server reads such content. It is written only if all servers that are alive do.
alter table replica add column reads_small_blobs boolean not null default false;
