-- How offers and promises of providers turned out, so that nothing has to read all bags for it. Written with the bags.

-- A provider whose offer was considered for a promise.
create table offer_outcome (
  provider text collate "C" not null,
  bag text collate "C" not null,
  -- Whether the promise has a part of this provider.
  used boolean not null,
  -- When the bag ended; null before that, if the offer was not used, and if the bag was cancelled.
  ended_millis bigint,
  -- By how much this provider broke the promise; null if it did not.
  late_millis bigint,
  primary key (provider, bag)
);

create index offer_outcome_late on offer_outcome (provider, ended_millis desc) where late_millis is not null;

-- The sums of a provider's outcomes.
create table provider_record (
  provider text collate "C" primary key,
  kept bigint not null,
  late bigint not null,
  -- The latest delays, latest first; at most 100.
  late_millis bigint[] not null
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);

insert into offer_outcome (provider, bag, used, ended_millis, late_millis)
select part.provider, promise.bag, true,
  case when ending in ('DONE', 'GIVEN_UP') then ended_millis end,
  case when ending in ('DONE', 'GIVEN_UP') and breach_provider = part.provider then late_millis end
from promise,
  lateral (select distinct one ->> 'provider' as provider from json_array_elements(promise.parts) one) part;

insert into offer_outcome (provider, bag, used)
select distinct unused #>> '{offer,provider}', bag.id, false
from bag, json_array_elements(bag.state #> '{promise,composition,unusedOffers}') unused
where json_typeof(bag.state -> 'promise') = 'object'
on conflict do nothing;

insert into provider_record (provider, kept, late, late_millis)
select provider, count(*) filter (where late_millis is null), count(*) filter (where late_millis is not null),
  coalesce((array_agg(late_millis order by ended_millis desc) filter (where late_millis is not null))[1:100], '{}')
from offer_outcome where ended_millis is not null
group by provider;
