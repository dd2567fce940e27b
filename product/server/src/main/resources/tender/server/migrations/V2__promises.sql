-- Every promise and what became of it, as the bags' own states tell it.

create view promise as
select
  bag.id as bag,
  (select min(at_millis) from news
    where news.bag = bag.id and news.effect ->> 'kind' = 'Promised') as made_millis,
  greatest(
    (bag.state #>> '{promise,composition,deadlineMillis}')::bigint,
    (select max((part ->> 'byMillis')::bigint)
      from json_array_elements(bag.state #> '{promise,composition,parts}') part)) as by_millis,
  bag.state #> '{promise,composition,parts}' as parts,
  -- Null while it is being kept.
  bag.state ->> 'ending' as ending,
  case when bag.state ->> 'kind' = 'Ended' then (bag.state ->> 'endedMillis')::bigint end as ended_millis,
  -- Null if it was kept.
  bag.state #>> '{breach,cause}' as broken_because,
  bag.state #>> '{breach,provider}' as broken_through,
  (bag.state #>> '{breach,endedMillis}')::bigint - (bag.state #>> '{breach,promisedMillis}')::bigint as late_millis
from bag
where json_typeof(bag.state -> 'promise') = 'object';
