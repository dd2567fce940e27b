-- Providers that may hold data of deleted bags, until they confirm that they have deleted it. docs/operate/storage.md explains it.

-- Until the bag is forgotten (deleted_bag): a provider that was offline learns of the deletion when it comes back.
create table deleted_bag_copy (
  provider text collate "C" not null,
  bag text collate "C" not null,
  primary key (provider, bag)
);

create index deleted_bag_copy_by_bag on deleted_bag_copy (bag);

alter table deleted_bag
  -- Where results stay at sites, as in the bag file, and which providers ran parts; null if all results came back.
  add column site_results text,
  add column site_providers text[];

-- The providers that had data of a bag: those with a part, and those that could run its profiler on its input files. For bags
-- whose history is not deleted yet.
create function providers_with_data(of_bag text) returns setof text language sql stable as $$
  select effect #>> '{part,provider}' from bag_history
    where bag = of_bag and effect ->> 'kind' = 'part-placed'
  union
  select provider from offer_outcome
    where bag = of_bag and (used or exists (
      select from submission where submission.bag = of_bag and work_order ->> 'profiler' is not null))
$$;
