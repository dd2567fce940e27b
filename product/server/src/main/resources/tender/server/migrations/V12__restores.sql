-- Restores of this database to an earlier time, and what was lost by them. docs/operate/backup.md explains it.

-- An operator records each restore. The epoch is the time of the record: never used before, even if an earlier record was lost by
-- a further restore.
create table restore (
  epoch bigint primary key default now_millis()
);

-- Agents that have reconciled their journals with a restored database.
create table reconciled_provider (
  epoch bigint not null references restore,
  provider text collate "C" not null,
  at_millis bigint not null default now_millis(),
  primary key (epoch, provider)
);

create table restore_finding (
  epoch bigint not null references restore,
  situation text collate "C" not null,
  subject text collate "C" not null,
  -- Empty if it was not an agent's reservation.
  provider text collate "C" not null default '',
  bag text not null default '',
  user_id text not null default '',
  tasks integer not null default 0,
  amount bigint not null default 0,
  primary key (epoch, subject, situation)
);

-- A restore does not count against providers either.
create or replace view promise as
select
  bag.id as bag,
  (select min(at_millis) from bag_history
    where bag_history.bag = bag.id and bag_history.effect ->> 'kind' = 'promise-made') as made_millis,
  greatest(
    (bag.state #>> '{promise,composition,deadlineMillis}')::bigint,
    (select max((part ->> 'completionMillis')::bigint)
      from json_array_elements(bag.state #> '{promise,composition,parts}') part)) as completion_millis,
  bag.state #> '{promise,composition,parts}' as parts,
  -- Null while the bag is running.
  bag.state ->> 'ending' as ending,
  case when bag.state ->> 'kind' = 'ended' then (bag.state ->> 'endedMillis')::bigint end as ended_millis,
  -- Null if the promise was kept.
  bag.state #>> '{breach,cause}' as breach_cause,
  -- Null also if the breach does not count against the provider.
  case when bag.state #>> '{breach,cause}' not in ('TASKS_EXCEEDED_LIMIT', 'DATABASE_RESTORED')
    then bag.state #>> '{breach,provider}' end as breach_provider,
  (bag.state #>> '{breach,endedMillis}')::bigint - (bag.state #>> '{breach,promisedMillis}')::bigint as late_millis
from bag
where json_typeof(bag.state -> 'promise') = 'object';
