-- The auction: who bids, what providers have told of their slots, and how the last cycles ended.

-- Written with the bag's state, so that a cycle finds those who bid without reading the others.
alter table bag add column bidding boolean not null default false;

create index bag_bidding on bag (id) where bidding;

-- What a provider told last. It is worth something for a few seconds only.
create table published (
  provider text collate "C" primary key,
  report json not null,
  -- By the provider's clock, so that what overtook something older stays.
  made_millis bigint not null,
  stored_millis bigint not null
);

-- The last cycles, whole: what people are shown, and what the next cycle knows to be given away.
create table clearing (
  serial bigint generated always as identity primary key,
  at_millis bigint not null,
  content json not null
);
