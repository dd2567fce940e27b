-- What a user may do in the whole market. docs/operate/roles.md explains it.
alter table market_user add column role text collate "C" not null default 'user' check (role in ('user', 'operator', 'auditor'));
