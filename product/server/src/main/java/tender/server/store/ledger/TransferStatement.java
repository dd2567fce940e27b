package tender.server.store.ledger;

import tender.server.store.sql.Parameters;
import java.util.List;
import tender.core.ledger.Transfer;

/**
 * How transfers of a bag are booked: in the statement that writes the bag, so that neither happens
 * without the other. What follows for the accounts is the tables' own business: a trigger locks
 * them, in the order of their names, and moves the money, and constraints say how low each may fall
 * ({@code V4__ledger.sql}).
 */
public final class TransferStatement {
  /** The constraint that a person's account would break. */
  public static final String USER_CREDIT_LIMIT = "person_covers";

  /**
   * More of the statement that writes a bag, after the bag was written. A penalty is taken as far
   * as its provider's account bears it; whatever was booked before under the same key is not booked
   * again.
   */
  public static final String SQL =
      """
      ,
      moving as (
        select t.*, written.id as bag,
          case t.kind
            when 'HOLD' then 'person:' || person
            when 'PENALTY' then 'provider:' || t.provider
            else 'held:' || written.id end as payer,
          case t.kind
            when 'HOLD' then 'held:' || written.id
            when 'CHARGE' then 'provider:' || t.provider
            else 'person:' || person end as payee
        from written left join submission on submission.bag = written.id,
          unnest(?, ?, ?, ?) with ordinality as t (key, kind, provider, amount, place)),
      opening as (
        insert into account (id)
        select id from (select payer as id from moving union select payee from moving) named
        where id not like 'person:%'
        order by id
        on conflict do nothing),
      locked as materialized (
        select id, balance - lowest as bears from account
        where id in (select payer from moving union select payee from moving)
        order by id for no key update),
      capped as (
        select moving.*,
          case
            when kind <> 'PENALTY' then amount
            -- It was just opened, and has nothing.
            when locked.id is null then 0
            else least(
              amount,
              bears - sum(amount) over (partition by kind, payer order by place) + amount)
          end as most
        from moving left join locked on locked.id = payer),
      booking as (
        insert into transfer (key, kind, payer, payee, amount, bag, provider)
        select key, kind, payer, payee, most, bag, provider from capped
        where most > 0 order by place
        on conflict (key) do nothing)
      """;

  private TransferStatement() {}

  public static void add(Parameters parameters, List<Transfer> transfers) {
    parameters.addTexts(
        transfers, one -> one.part() + "/" + one.kind() + "/" + one.total().millicredits());
    parameters.addTexts(transfers, one -> one.kind().name());
    parameters.addTexts(transfers, one -> one.part().provider().value());
    parameters.addLongs(transfers, one -> one.amount().millicredits());
  }
}
