-- What an operator grants to users at regular intervals. docs/use/ledger.md explains it.
create table income (
  user_id text collate "C" primary key references market_user,
  amount bigint not null,
  every_millis bigint not null,
  -- When the next amount is due. The key of the transfer contains it, so each is paid once.
  next_millis bigint not null,
  constraint income_valid check (amount > 0 and every_millis > 0)
);

create index income_by_next on income (next_millis);
