-- Virtual organisations and the surcharge of time-shared providers. docs/operate/market.md explains them.

-- The organisations to which a user or a provider belongs, as the operator set them.
alter table market_user add column organisations text[] not null default '{}';
alter table provider add column organisations text[] not null default '{}';

-- How much of a charge is the provider's surcharge for users of other organisations.
alter table transfer add column surcharge bigint not null default 0
  constraint surcharge_within_amount check (surcharge >= 0 and surcharge <= amount);
