package tender.server.store.ledger;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.ledger.FundsLimit;
import tender.core.ledger.Transfer;
import tender.server.store.sql.Parameters;

/**
 * Inserts the transfers of a bag in the statement that writes the bag, so that neither happens
 * without the other. The schema updates the accounts ({@code V1__schema.sql}): a trigger locks them
 * in the order of their ids and changes the balances, and constraints enforce the credit limits. A
 * bag of a project is paid from the project's account, and what its member may spend is enforced in
 * the same way ({@code V24__projects.sql}).
 */
public final class TransferStatement {
  /** The constraints on what may be spent. */
  private static final Map<String, FundsLimit> LIMITS =
      Map.of(
          "user_within_credit_limit",
          FundsLimit.ACCOUNT,
          "project_within_budget",
          FundsLimit.PROJECT_BUDGET,
          "member_within_limit",
          FundsLimit.MEMBER_LIMIT);

  /**
   * Continues the statement that writes a bag. A penalty is limited to what the provider's account
   * can pay, and a transfer whose key already exists is skipped.
   */
  public static final String SQL =
      """
      ,
      requested as (
        select t.*, written.id as bag,
          case t.kind
            when 'HOLD' then coalesce('project:' || project, 'user:' || user_id)
            when 'PENALTY' then 'provider:' || t.provider
            else 'hold:' || written.id end as payer,
          case t.kind
            when 'HOLD' then 'hold:' || written.id
            when 'CHARGE' then 'provider:' || t.provider
            else coalesce('project:' || project, 'user:' || user_id) end as payee,
          project,
          case when project is not null then user_id end as member
        from written left join submission on submission.bag = written.id,
          unnest(?, ?, ?, ?, ?) with ordinality
            as t (key, kind, provider, amount, surcharge, place)),
      opened as (
        insert into account (id)
        select id from (select payer as id from requested union select payee from requested) named
        where id not like 'user:%' and id not like 'project:%'
        order by id
        on conflict do nothing),
      locked as materialized (
        select id, balance + credit_limit as available from account
        where id in (select payer from requested union select payee from requested)
        order by id for no key update),
      capped as (
        select requested.*,
          case
            when kind <> 'PENALTY' then amount
            -- The account was just opened and is empty.
            when locked.id is null then 0
            else least(
              amount,
              available - sum(amount) over (partition by kind, payer order by place) + amount)
          end as payable
        from requested left join locked on locked.id = payer),
      inserted as (
        insert into transfer (key, kind, payer, payee, amount, bag, provider, surcharge, project, member)
        select
          key, kind, payer, payee, payable, bag, provider, surcharge, project, member from capped
        where payable > 0 order by place
        on conflict (key) do nothing)
      """;

  private TransferStatement() {}

  /** The limit that a constraint enforces; empty for a constraint of another kind. */
  public static Optional<FundsLimit> limit(String constraint) {
    return Optional.ofNullable(LIMITS.get(constraint));
  }

  public static void add(Parameters parameters, List<Transfer> transfers) {
    parameters.addTexts(
        transfers, one -> one.part() + "/" + one.kind() + "/" + one.total().millicredits());
    parameters.addTexts(transfers, one -> one.kind().name());
    parameters.addTexts(transfers, one -> one.part().provider().value());
    parameters.addLongs(transfers, one -> one.amount().millicredits());
    parameters.addLongs(transfers, one -> one.surcharge().millicredits());
  }
}
