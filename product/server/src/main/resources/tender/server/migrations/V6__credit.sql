-- A new user may not owe anything: without a deposit, an income or a credit limit that an operator grants, a bag with a
-- price above 0 is not committed. Users that exist keep their limit.
create or replace function open_account() returns trigger language plpgsql as $$
begin
  insert into account (id, credit_limit)
  values (case tg_table_name when 'market_user' then 'user:' else 'provider:' end || new.id, 0)
  on conflict do nothing;
  return null;
end $$;
