------------------------------- MODULE Tender -------------------------------
(***************************************************************************)
(* How one bag is reserved, committed and done.                            *)
(*                                                                         *)
(* The metascheduler consists of replicas over one store. A replica reads  *)
(* the bag's row, decides, and writes the new row together with its outbox *)
(* messages. The store accepts the write only if the row is still the one  *)
(* that was read. That is the write fence. A task is owned by one          *)
(* reservation at a time, and only its owner's first result is accepted.   *)
(* That is the result fence.                                               *)
(*                                                                         *)
(* Faults are always possible, and most need no action of their own. A     *)
(* message may be lost: no process is required to receive it. It may be    *)
(* delayed, overtaken or duplicated: a sent message stays in the set of    *)
(* sent messages. A provider may die and a replica may hang: no process is *)
(* required to take a step.                                                *)
(*                                                                         *)
(* The model begins when offers have been composed for the first time. It  *)
(* does not model the offers: any composition is possible.                 *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
  Tasks,         \* of the bag
  Providers,     \* each has capacity for one part
  Replicas,      \* of the metascheduler
  MaxAttempts,   \* to place the bag or its remaining tasks before the bag is given up
  None           \* no row was read; no reservation owns the task

(* The rules whose absence must be detected. All are TRUE in Tender; each  *)
(* file in broken/ drops one of them.                                      *)
CONSTANTS
  FencedWrites,             \* a write is accepted only if the row was not written since the read
  FencedResults,            \* a result is accepted only from the owner and only once
  RemembersReleases,        \* a reservation that is released before it arrives is refused later
  ExpiredLeasesStayExpired, \* no commit revives an expired lease
  PromisesWhenConfirmed     \* the promise waits until all parts are committed

VARIABLES
  row,       \* the bag in the store
  memory,    \* for each replica, the row that it has read before its next write
  sent,      \* all messages ever sent, in either direction
  answer,    \* for each reservation, its provider's answer, now and to a repeated request
  holds      \* the parts that occupy their providers, with their remaining tasks

(* History variables: only the invariants read them.                       *)
VARIABLES
  accepted,    \* for each task, the accepted results: by which reservation, and its owner then
  uncommitted  \* reservations that were promised while they were not committed

vars == <<row, memory, sent, answer, holds, accepted, uncommitted>>

-----------------------------------------------------------------------------
(* Reservations and messages *)

Reservations == [attempt: 1..MaxAttempts, provider: Providers]

Messages(type, ids) == {[type |-> type, id |-> id] : id \in ids}

IsSent(type, id) == [type |-> type, id |-> id] \in sent

Reserve(id, tasks) == [type |-> "Reserve", id |-> id, tasks |-> tasks]

Result(id, task) == [type |-> "Result", id |-> id, task |-> task]

\* The reservations of a row's current attempt.
Parts(r) == {[attempt |-> r.attempt, provider |-> r.placement[task]] : task \in DOMAIN r.placement}

Reserves(r) ==
  {Reserve(id, {task \in DOMAIN r.placement : r.placement[task] = id.provider}) : id \in Parts(r)}

Unfinished(r) == Tasks \ r.done

Owners(r, tasks) == {r.owner[task] : task \in tasks} \ {None}

IsPlacing(r) == r.phase \in {"reserving", "committing"}

-----------------------------------------------------------------------------
(* The metascheduler *)

HasRead(replica) == memory[replica] # None

Read(replica) ==
  /\ ~HasRead(replica)
  /\ memory' = [memory EXCEPT ![replica] = row]
  /\ UNCHANGED <<row, sent, answer, holds, accepted, uncommitted>>

(* One transaction. The model has no row versions: no row ever returns     *)
(* (RowsNeverRevert), so an equal row is an unchanged one. The replica     *)
(* then forgets the row that it has read, whether or not it learns of its  *)
(* success.                                                                *)
Write(replica, new, messages) ==
  /\ FencedWrites => memory[replica] = row
  /\ row' = new
  /\ sent' = sent \cup messages
  /\ memory' = [memory EXCEPT ![replica] = None]
  /\ uncommitted' =
       IF new.phase = "promised" /\ memory[replica].phase # "promised"
       THEN uncommitted \cup {id \in Owners(new, Unfinished(new)) : answer[id] # "Committed"}
       ELSE uncommitted
  /\ UNCHANGED <<answer, holds>>

(* The write fence: another replica was faster.                            *)
WriteRefused(replica) ==
  /\ FencedWrites
  /\ memory[replica] \notin {None, row}
  /\ memory' = [memory EXCEPT ![replica] = None]
  /\ UNCHANGED <<row, sent, answer, holds, accepted, uncommitted>>

(* The replica loses the row that it has read, which is its only state.    *)
Crash(replica) ==
  /\ HasRead(replica)
  /\ memory' = [memory EXCEPT ![replica] = None]
  /\ UNCHANGED <<row, sent, answer, holds, accepted, uncommitted>>

(* The next attempt, for these tasks and with any composition. Each        *)
(* attempt has a new number, so each reservation is new, too.              *)
Place(replica, tasks, messages) ==
  LET seen == memory[replica]
  IN \E placement \in [tasks -> Providers] :
       LET new == [seen EXCEPT !.phase = "reserving", !.attempt = @ + 1, !.placement = placement, !.answered = {}]
       IN Write(replica, new, messages \cup Reserves(new))

(* All parts are held. From this write on the parts of the attempt own     *)
(* their tasks, and the former owners are released. Had ownership moved    *)
(* earlier, a failed attempt would have taken a task from a working owner. *)
(* A part whose tasks were done by others in the meantime is not           *)
(* committed.                                                              *)
Decide(replica) ==
  LET seen  == memory[replica]
      tasks == DOMAIN seen.placement \ seen.done
      own   == [task \in Tasks |->
                  IF task \in tasks
                  THEN [attempt |-> seen.attempt, provider |-> seen.placement[task]]
                  ELSE seen.owner[task]]
      new   == [seen EXCEPT !.phase = IF PromisesWhenConfirmed THEN "committing" ELSE "promised",
                            !.placement = [task \in tasks |-> @[task]],
                            !.owner = own,
                            !.answered = {}]
  IN Write(replica, new,
           Messages("Commit", Parts(new))
             \cup Messages("Release", (Parts(seen) \ Parts(new)) \cup Owners(seen, tasks)))

ReceiveReserved(replica, id) ==
  LET seen  == memory[replica]
      answered == seen.answered \cup {id}
  IN /\ HasRead(replica)
     /\ seen.phase = "reserving"
     /\ id \in Parts(seen) \ seen.answered
     /\ IsSent("Reserved", id)
     /\ IF answered = Parts(seen)
        THEN Decide(replica)
        ELSE Write(replica, [seen EXCEPT !.answered = answered], {})
     /\ UNCHANGED accepted

ReceiveCommitted(replica, id) ==
  LET seen  == memory[replica]
      answered == seen.answered \cup {id}
  IN /\ HasRead(replica)
     /\ seen.phase = "committing"
     /\ id \in Parts(seen) \ seen.answered
     /\ IsSent("Committed", id)
     /\ IF answered = Parts(seen)
        THEN Write(replica, [seen EXCEPT !.phase = "promised", !.answered = {}], {})
        ELSE Write(replica, [seen EXCEPT !.answered = answered], {})
     /\ UNCHANGED accepted

(* All or nothing: one part has failed, so all are released.               *)
Fail(replica) ==
  LET seen == memory[replica]
  IN /\ IF seen.attempt < MaxAttempts
        THEN Place(replica, DOMAIN seen.placement \ seen.done, Messages("Release", Parts(seen)))
        ELSE Write(replica,
                   [seen EXCEPT !.phase = "given up", !.answered = {}],
                   Messages("Release", Parts(seen) \cup Owners(seen, Unfinished(seen))))
     /\ UNCHANGED accepted

ReceiveRefused(replica, id) ==
  /\ HasRead(replica)
  /\ IsPlacing(memory[replica])
  /\ id \in Parts(memory[replica])
  /\ IsSent("Refused", id)
  /\ Fail(replica)

(* A provider has not answered in time. Once the decision to commit is     *)
(* stored there is no such limit: Commit is repeated until it is answered. *)
TimeOut(replica) ==
  /\ HasRead(replica)
  /\ memory[replica].phase = "reserving"
  /\ Fail(replica)

(* A provider has been silent for a long time. It may be dead, or          *)
(* disconnected and working: the metascheduler cannot know, so both are    *)
(* the same action. The provider keeps its tasks until others hold them.   *)
PresumeLost(replica, provider) ==
  LET seen  == memory[replica]
      tasks == {task \in Unfinished(seen) : seen.owner[task].provider = provider}
  IN /\ HasRead(replica)
     /\ seen.phase = "promised"
     /\ seen.attempt < MaxAttempts
     /\ tasks # {}
     /\ Place(replica, tasks, {})
     /\ UNCHANGED accepted

(* Results are accepted in every phase, also from an owner that is         *)
(* presumed lost or was released: it owns the task until another           *)
(* reservation takes it over. An attempt without remaining tasks is        *)
(* released.                                                               *)
AcceptResult(replica, id, task) ==
  LET seen   == memory[replica]
      done   == seen.done \cup {task}
      isOver == IsPlacing(seen) /\ DOMAIN seen.placement \subseteq done
      phase  == CASE done = Tasks -> "done"
                  [] done # Tasks /\ isOver -> "promised"
                  [] OTHER -> seen.phase
  IN /\ HasRead(replica)
     /\ seen.phase # "given up"
     /\ Result(id, task) \in sent
     /\ FencedResults => seen.owner[task] = id /\ task \notin seen.done
     /\ Write(replica,
              [seen EXCEPT !.done = done,
                           !.phase = phase,
                           !.answered = IF phase = seen.phase THEN @ ELSE {}],
              IF isOver THEN Messages("Release", Parts(seen)) ELSE {})
     /\ accepted' = [accepted EXCEPT ![task] = Append(@, [by |-> id, owner |-> row.owner[task]])]

-----------------------------------------------------------------------------
(* The providers *)

(* An answer is stored and sent in one step. A repeated request gets the   *)
(* same answer, which changes nothing in this model: a sent message stays  *)
(* sent.                                                                   *)
Answer(id, new) ==
  /\ answer' = [answer EXCEPT ![id] = new]
  /\ sent' = sent \cup Messages(new, {id})
  /\ UNCHANGED <<row, memory, accepted, uncommitted>>

PartsAt(provider) == {part \in holds : part.id.provider = provider}

Without(id) == {part \in holds : part.id # id}

Hold(id, tasks) ==
  /\ Reserve(id, tasks) \in sent
  /\ answer[id] = "nothing"
  /\ PartsAt(id.provider) = {}
  /\ holds' = holds \cup {[id |-> id, tasks |-> tasks]}
  /\ Answer(id, "Reserved")

(* The provider has no capacity: another part or a local user has it.      *)
Refuse(id, tasks) ==
  /\ Reserve(id, tasks) \in sent
  /\ answer[id] = "nothing"
  /\ Answer(id, "Refused")
  /\ UNCHANGED holds

(* The lease expires, which is possible at any time until the part is      *)
(* committed. Reporting this immediately includes providers that report it *)
(* only when asked, because no process is required to receive it.          *)
Expire(id) ==
  /\ answer[id] = "Reserved"
  /\ holds' = Without(id)
  /\ Answer(id, "Refused")

Commit(id) ==
  /\ IsSent("Commit", id)
  /\ answer[id] = "Reserved"
  /\ Answer(id, "Committed")
  /\ UNCHANGED holds

(* The bug of a provider that forgets why it holds nothing.                *)
Revive(id, tasks) ==
  /\ ~ExpiredLeasesStayExpired
  /\ {Reserve(id, tasks)} \cup Messages("Commit", {id}) \subseteq sent
  /\ answer[id] = "Refused"
  /\ holds' = holds \cup {[id |-> id, tasks |-> tasks]}
  /\ Answer(id, "Committed")

(* Ends the reservation in any state. A reservation that has not arrived   *)
(* yet will be refused.                                                    *)
Release(id) ==
  /\ IsSent("Release", id)
  /\ answer[id] # "Refused"
  /\ holds' = Without(id)
  /\ IF answer[id] = "nothing" /\ ~RemembersReleases
     THEN /\ sent' = sent \cup Messages("Refused", {id})
          /\ UNCHANGED <<row, memory, answer, accepted, uncommitted>>
     ELSE Answer(id, "Refused")

(* A part frees its capacity when its last task is done.                   *)
Finish(id, task) ==
  /\ answer[id] = "Committed"
  /\ \E part \in holds :
       /\ part.id = id
       /\ task \in part.tasks
       /\ LET left == part.tasks \ {task}
          IN holds' = Without(id) \cup IF left = {} THEN {} ELSE {[id |-> id, tasks |-> left]}
  /\ sent' = sent \cup {Result(id, task)}
  /\ UNCHANGED <<row, memory, answer, accepted, uncommitted>>

-----------------------------------------------------------------------------
(* All possible steps *)

Init ==
  \E placement \in [Tasks -> Providers] :
    LET first == [phase     |-> "reserving",
                  attempt   |-> 1,
                  placement |-> placement,   \* the composition: the provider of each task
                  answered  |-> {},          \* the reservations answered in this phase
                  owner     |-> [task \in Tasks |-> None],
                  done      |-> {}]          \* the tasks with an accepted result
    IN /\ row = first
       /\ memory = [replica \in Replicas |-> None]
       /\ sent = Reserves(first)
       /\ answer = [id \in Reservations |-> "nothing"]
       /\ holds = {}
       /\ accepted = [task \in Tasks |-> <<>>]
       /\ uncommitted = {}

\* Handles a message.
Receive(replica) ==
  \/ \E id \in Reservations : ReceiveReserved(replica, id)
  \/ \E id \in Reservations : ReceiveCommitted(replica, id)
  \/ \E id \in Reservations : ReceiveRefused(replica, id)
  \/ \E id \in Reservations, task \in Tasks : AcceptResult(replica, id, task)

\* The steps that providers must take, as opposed to those that they may take.
ProviderStep ==
  \/ \E id \in Reservations, tasks \in SUBSET Tasks : Hold(id, tasks)
  \/ \E id \in Reservations, tasks \in SUBSET Tasks : Refuse(id, tasks)
  \/ \E id \in Reservations, tasks \in SUBSET Tasks : Revive(id, tasks)
  \/ \E id \in Reservations : Commit(id)
  \/ \E id \in Reservations : Release(id)
  \/ \E id \in Reservations, task \in Tasks : Finish(id, task)

Next ==
  \/ \E replica \in Replicas : Read(replica)
  \/ \E replica \in Replicas : WriteRefused(replica)
  \/ \E replica \in Replicas : Crash(replica)
  \/ \E replica \in Replicas : Receive(replica)
  \/ \E replica \in Replicas : TimeOut(replica)
  \/ \E replica \in Replicas, provider \in Providers : PresumeLost(replica, provider)
  \/ ProviderStep
  \/ \E id \in Reservations : Expire(id)

Spec == Init /\ [][Next]_vars

(* No process is dead and no message is lost forever. Receive needs strong *)
(* fairness, because crashes and the other replica may interrupt it any    *)
(* number of times.                                                        *)
FairSpec ==
  /\ Spec
  /\ \A replica \in Replicas :
       WF_vars(Read(replica)) /\ WF_vars(WriteRefused(replica)) /\ SF_vars(Receive(replica))
  /\ WF_vars(ProviderStep)

-----------------------------------------------------------------------------
(* Invariants and properties *)

AtMostOneResult == \A task \in Tasks : Len(accepted[task]) <= 1

OnlyOwnersResult ==
  \A task \in Tasks : \A i \in DOMAIN accepted[task] : accepted[task][i].by = accepted[task][i].owner

CapacityRespected == \A provider \in Providers : Cardinality(PartsAt(provider)) <= 1

(* Whenever the promise was made, also again after a new placement, every  *)
(* unfinished task had an owner that was committed to it.                  *)
PromiseFullyCommitted == uncommitted = {}

(* A reservation that was refused, released or has expired is not held.    *)
RefusedIsNotHeld == \A part \in holds : ~IsSent("Refused", part.id)

(* A refused reservation never gets another answer.                        *)
SameAnswer == \A id \in Reservations : IsSent("Refused", id) => answer[id] \in {"nothing", "Refused"}

(* A committed part is needed, or a Release was sent for it.               *)
NoOrphanedWork ==
  \A part \in holds :
    answer[part.id] = "Committed" =>
      \/ row.phase # "given up" /\ part.id \in Owners(row, Tasks)
      \/ IsSent("Release", part.id)

(* An attempt without tasks would wait forever.                            *)
NoEmptyAttempt == IsPlacing(row) => DOMAIN row.placement \ row.done # {}

(* Each write advances the bag; no earlier row ever returns.               *)
Step(phase) ==
  CASE phase = "reserving" -> 1
    [] phase = "committing" -> 2
    [] phase = "promised" -> 3
    [] OTHER -> 4

RowsNeverRevert ==
  [][\/ row'.attempt > row.attempt
     \/ /\ row'.attempt = row.attempt
        /\ \/ Step(row'.phase) > Step(row.phase)
           \/ /\ row'.phase = row.phase
              /\ row.answered \subseteq row'.answered
              /\ row.done \subseteq row'.done]_row

EveryBagEnds == <>(row.phase \in {"done", "given up"})

-----------------------------------------------------------------------------
(* State reduction *)

(* Names are exchangeable. (Not for EveryBagEnds: TLC may miss a cycle.)   *)
Symmetry == Permutations(Tasks) \cup Permutations(Providers) \cup Permutations(Replicas)

(* Behind the write fence all outdated rows are equivalent: the write will *)
(* be refused.                                                             *)
View ==
  <<row, sent, answer, holds, accepted, uncommitted,
    [replica \in Replicas |->
       IF FencedWrites /\ memory[replica] \notin {None, row} THEN "outdated" ELSE memory[replica]]>>
=============================================================================
