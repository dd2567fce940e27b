-- What tasks used. docs/use/submit.md explains how it is measured.

-- For each task of the pack, in the order of its indexes; null where nothing was measured, and in packs of older agents.
alter table pack add column peak_bytes bigint[], add column run_millis bigint[], add column memory_kills integer[];

-- Identifies the command and the processors of the tasks; null for bags of older servers.
alter table submission add column command_key text collate "C";

-- The most that a user's latest tasks with the same command used. The tasks are counted in two groups: when the present one is
-- full, it replaces the previous one. So a row says something about the latest tasks, and the table needs no history.
create table command_usage (
  user_id text collate "C" not null references market_user,
  command_key text collate "C" not null,
  -- 'memory' in bytes, or 'runtime' in milliseconds.
  measure text collate "C" not null,
  tasks integer not null,
  highest bigint not null,
  previous_tasks integer not null default 0,
  previous_highest bigint not null default 0,
  primary key (user_id, command_key, measure)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
