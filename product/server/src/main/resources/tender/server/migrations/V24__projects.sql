-- Projects: users who share a budget. docs/operate/projects.md explains them, docs/decisions the way in which budgets are enforced.

create table project (
  id text collate "C" primary key,
  title text not null,
  starts_millis bigint not null,
  -- Null if the project has no end.
  ends_millis bigint,
  -- Whether members may see the bags of other members.
  shows_bags boolean not null default false,
  -- Groups of the identity provider whose people are members.
  identity_groups text[] collate "C" not null default '{}',
  -- Quotas; null where the market's defaults hold.
  max_open_bags integer,
  max_open_tasks bigint,
  max_stored_bytes bigint,
  created_millis bigint not null default now_millis(),
  -- What was deposited, less what was withdrawn. The balance is that of the account 'project:ID'.
  budget bigint not null default 0,
  constraint project_period_valid check (ends_millis > starts_millis)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

-- A row remains when a member is removed, so that bags that run can still be paid, and their rest is released.
create table project_member (
  project text collate "C" not null references project,
  user_id text collate "C" not null references market_user,
  role text collate "C" not null default 'member' check (role in ('member', 'manager')),
  -- False of a person who is a member only as long as a group of the identity provider contains them.
  is_invited boolean not null,
  -- The most that the member may spend of the budget; null if without limit.
  spending_limit bigint check (spending_limit >= 0),
  -- What is held for the member's bags, and what was charged for them.
  spent bigint not null default 0,
  added_millis bigint not null default now_millis(),
  removed_millis bigint,
  primary key (project, user_id)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);

create index project_member_by_user on project_member (user_id);

-- What providers were paid by a project on a day (days since 1970, UTC), and their penalties. Remains when bags are deleted.
create table project_usage (
  project text collate "C" not null references project,
  user_id text collate "C" not null,
  provider text collate "C" not null,
  day integer not null,
  charged bigint not null,
  penalties bigint not null,
  primary key (project, day, user_id, provider)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);

-- Something that the managers of a project should know, once for each amount of the budget.
create table project_event (
  serial bigint primary key generated always as identity,
  project text collate "C" not null references project,
  -- 'budget-80' and 'budget-100': so many percent of the budget are held or spent.
  kind text collate "C" not null,
  budget bigint not null,
  balance bigint not null,
  at_millis bigint not null default now_millis(),
  -- When a server has written it to its log; null before.
  logged_millis bigint,
  unique (project, kind, budget)
);

create index project_event_to_log on project_event (serial) where logged_millis is null;

alter table submission
  -- For which project the bag was submitted; null if its user pays for it.
  add column project text collate "C" references project;
create index submission_of_project on submission (project, created_millis desc, bag desc) where project is not null;

-- For quotas. Names that no statement of an earlier server uses.
alter table bag
  add column submitted_for text collate "C",
  -- How many tasks; null for bags of older servers.
  add column submitted_tasks integer;
create index bag_open_of_project on bag (submitted_for) where ended_millis is null and submitted_for is not null;

-- Whether a server pays the bags of projects from the projects' accounts. Such bags are accepted only if all servers that are alive do.
alter table replica add column pays_for_projects boolean not null default false;

-- Accounts

create function open_project_account() returns trigger language plpgsql as $$
begin
  insert into account (id, credit_limit) values ('project:' || new.id, 0);
  return null;
end $$;

create trigger project_has_account after insert on project for each row execute function open_project_account();

-- Rows that exist need no check.
alter table account add constraint project_owes_nothing
  check (id not like 'project:%' or (credit_limit is not null and credit_limit = 0 and balance >= 0)) not valid;

create or replace function reject_overdraft() returns trigger language plpgsql as $$
begin
  raise exception 'Account % would have the balance %, and its credit limit is %.',
    new.id, new.balance, new.credit_limit
    using errcode = 'check_violation',
      constraint = case
        when new.id like 'user:%' then 'user_within_credit_limit'
        when new.id like 'project:%' then 'project_within_budget'
        else 'account_within_credit_limit' end;
end $$;

-- Transfers

alter table transfer
  -- Of a bag that was submitted for a project: the project and its member, who is the user of the bag.
  add column project text collate "C",
  add column member text collate "C",
  add constraint transfer_of_member check ((project is null) = (member is null)) not valid,
  add constraint transfer_of_project check (
    (bag is null or payer not like 'project:%' or (project is not null and payer = 'project:' || project))
    and (bag is null or payee not like 'project:%' or (project is not null and payee = 'project:' || project))) not valid;

create function reject_member_overspending() returns trigger language plpgsql as $$
begin
  raise exception 'Member % of project % would have spent %, and may spend %.',
    new.user_id, new.project, new.spent, new.spending_limit
    using errcode = 'check_violation', constraint = 'member_within_limit';
end $$;

-- A limit may be set below what was spent, which stops new spending.
create trigger member_within_limit before update of spent on project_member
  for each row when (new.spent > old.spent and new.spent > new.spending_limit)
  execute function reject_member_overspending();

create trigger spending_changes_by_transfer_only before update of spent on project_member
  for each row when (pg_trigger_depth() = 0 and old.spent <> new.spent)
  execute function reject_change();

create trigger budget_changes_by_transfer_only before update of budget on project
  for each row when (pg_trigger_depth() = 0 and old.budget <> new.budget)
  execute function reject_change();

-- Runs after the balances have changed (triggers of a statement run in the order of their names), when all accounts are locked. It
-- locks the project, then its members, then their usage, each in the order of their keys, so that transactions cannot deadlock.
create function apply_project_transfers() returns trigger language plpgsql as $$
declare
  expected integer;
  updated integer;
begin
  if not exists (select from new_transfers where bag is null or project is not null) then
    return null;
  end if;

  update project set budget = project.budget + changed.amount
  from (
    select account, sum(amount)::bigint as amount from (
      select payee as account, amount from new_transfers where bag is null and payee like 'project:%'
      union all
      select payer, -amount from new_transfers where bag is null and payer like 'project:%') entry
    group by account) changed
  where 'project:' || project.id = changed.account;

  with changed as (
    select project, member, sum(case kind when 'HOLD' then amount else -amount end)::bigint as amount
    from new_transfers where project is not null and kind in ('HOLD', 'RELEASE')
    group by project, member),
  done as (
    update project_member set spent = project_member.spent + changed.amount
    from changed where project_member.project = changed.project and project_member.user_id = changed.member
    returning 1)
  select (select count(*) from changed), (select count(*) from done) into expected, updated;
  if expected <> updated then
    raise exception 'Transfers name % members of projects, of which % exist.', expected, updated;
  end if;

  insert into project_usage as u (project, user_id, provider, day, charged, penalties)
  select project, member, provider, (at_millis / 86400000)::integer,
    coalesce(sum(amount) filter (where kind = 'CHARGE'), 0)::bigint,
    coalesce(sum(amount) filter (where kind = 'PENALTY'), 0)::bigint
  from new_transfers
  where project is not null and kind in ('CHARGE', 'PENALTY')
  group by project, member, provider, (at_millis / 86400000)::integer
  order by project, (at_millis / 86400000)::integer, member, provider
  on conflict (project, day, user_id, provider) do update set
    charged = u.charged + excluded.charged, penalties = u.penalties + excluded.penalties;

  insert into project_event (project, kind, budget, balance)
  select project.id, warning.kind, project.budget, account.balance
  from (select distinct project from new_transfers where project is not null and kind = 'HOLD') held
    join project on project.id = held.project
    join account on account.id = 'project:' || project.id,
    (values ('budget-80', 80), ('budget-100', 100)) as warning (kind, percent)
  where project.budget > 0
    and (project.budget - account.balance)::numeric * 100 >= project.budget::numeric * warning.percent
    and not exists (
      select from project_event e
      where e.project = project.id and e.kind = warning.kind and e.budget = project.budget)
  on conflict (project, kind, budget) do nothing;
  return null;
end $$;

create trigger transfers_count_for_projects after insert on transfer
  referencing new table as new_transfers
  for each statement execute function apply_project_transfers();
