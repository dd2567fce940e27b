------------------------------- MODULE Tender -------------------------------
(***************************************************************************)
(* How one bag is reserved, committed and done.                            *)
(*                                                                         *)
(* The metascheduler is some replicas over one store. A replica reads the  *)
(* bag's row, decides, and writes the new row together with the messages   *)
(* it owes; the store takes the write only if the row is still the one     *)
(* that was read. That is the write fence. A task is owned by one          *)
(* reservation at a time, and only its owner's first result is accepted.   *)
(* That is the result fence.                                               *)
(*                                                                         *)
(* What can go wrong is always allowed, and most of it needs no action of  *)
(* its own. A message may be lost: nobody has to take it. It may be        *)
(* delayed, overtaken or doubled: what was sent stays sent. A provider     *)
(* may die and a replica may hang: nobody has to take a next step.         *)
(*                                                                         *)
(* The model begins when offers have been composed for the first time. It  *)
(* says nothing of what is offered: any composition is possible.           *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
  Tasks,         \* of the bag
  Providers,     \* each has room for one part
  Replicas,      \* of the metascheduler
  MaxAttempts,   \* at placing the bag, or what is left of it, before it is given up
  None           \* no row was read; no reservation owns the task

(* The rules whose absence must be noticed. All are TRUE in Tender; each   *)
(* file in broken/ drops one of them.                                      *)
CONSTANTS
  FencedWrites,         \* a write is taken only if nobody wrote since the read
  FencedResults,        \* a result is accepted only from the owner and only once
  RemembersReleases,    \* who is released before it comes is refused when it comes
  LeasesEndForGood,     \* no commit revives what has ended
  PromisesWhenConfirmed \* the promise waits for all parts to be committed

VARIABLES
  row,       \* the bag in the store
  memory,    \* for each replica the row it has read and not yet answered with a write
  sent,      \* all messages ever sent, in either direction
  answer,    \* for each reservation what its provider answers, now and when asked again
  holds      \* the parts that occupy their providers, with the tasks still to be done

(* History: no action reads these, only the invariants do.                 *)
VARIABLES
  accepted,  \* for each task the accepted results: who did it, and who owned it then
  hollow     \* reservations that were promised while they were not committed

vars == <<row, memory, sent, answer, holds, accepted, hollow>>

-----------------------------------------------------------------------------
(* Reservations and messages *)

Reservations == [attempt: 1..MaxAttempts, provider: Providers]

Say(type, ids) == {[type |-> type, id |-> id] : id \in ids}

IsSaid(type, id) == [type |-> type, id |-> id] \in sent

Reserve(id, tasks) == [type |-> "Reserve", id |-> id, tasks |-> tasks]

Result(id, task) == [type |-> "Result", id |-> id, task |-> task]

\* The reservations of the attempt that a row is at.
Parts(r) == {[attempt |-> r.attempt, provider |-> r.placed[task]] : task \in DOMAIN r.placed}

Reserves(r) ==
  {Reserve(id, {task \in DOMAIN r.placed : r.placed[task] = id.provider}) : id \in Parts(r)}

Unfinished(r) == Tasks \ r.done

Owners(r, tasks) == {r.owner[task] : task \in tasks} \ {None}

IsTendering(r) == r.phase \in {"reserving", "committing"}

-----------------------------------------------------------------------------
(* The metascheduler *)

HasRead(replica) == memory[replica] # None

Read(replica) ==
  /\ ~HasRead(replica)
  /\ memory' = [memory EXCEPT ![replica] = row]
  /\ UNCHANGED <<row, sent, answer, holds, accepted, hollow>>

(* One transaction. The versions of rows are left out: no row ever returns *)
(* (RowsNeverReturn), so an equal row is an unchanged one. The replica     *)
(* then forgets what it has read, whether or not it hears of its success.  *)
Write(replica, new, messages) ==
  /\ FencedWrites => memory[replica] = row
  /\ row' = new
  /\ sent' = sent \cup messages
  /\ memory' = [memory EXCEPT ![replica] = None]
  /\ hollow' =
       IF new.phase = "promised" /\ memory[replica].phase # "promised"
       THEN hollow \cup {id \in Owners(new, Unfinished(new)) : answer[id] # "Committed"}
       ELSE hollow
  /\ UNCHANGED <<answer, holds>>

(* The write fence: somebody else was faster.                              *)
WriteRefused(replica) ==
  /\ FencedWrites
  /\ memory[replica] \notin {None, row}
  /\ memory' = [memory EXCEPT ![replica] = None]
  /\ UNCHANGED <<row, sent, answer, holds, accepted, hollow>>

(* What a replica had read is lost, and that is all it had.                *)
Crash(replica) ==
  /\ HasRead(replica)
  /\ memory' = [memory EXCEPT ![replica] = None]
  /\ UNCHANGED <<row, sent, answer, holds, accepted, hollow>>

(* The next attempt, for these tasks and with any composition. Attempts    *)
(* are never numbered twice, so neither are reservations.                  *)
Tender(replica, tasks, messages) ==
  LET seen == memory[replica]
  IN \E placed \in [tasks -> Providers] :
       LET new == [seen EXCEPT !.phase = "reserving", !.attempt = @ + 1, !.placed = placed, !.heard = {}]
       IN Write(replica, new, messages \cup Reserves(new))

(* All are held. From this write on the attempt's parts own their tasks,   *)
(* and whoever owned them before is told to stop. Had ownership moved      *)
(* earlier, a failed attempt would have taken a task from a good owner. A  *)
(* part whose tasks have meanwhile been done by others is not committed.   *)
Decide(replica) ==
  LET seen  == memory[replica]
      tasks == DOMAIN seen.placed \ seen.done
      own   == [task \in Tasks |->
                  IF task \in tasks
                  THEN [attempt |-> seen.attempt, provider |-> seen.placed[task]]
                  ELSE seen.owner[task]]
      new   == [seen EXCEPT !.phase = IF PromisesWhenConfirmed THEN "committing" ELSE "promised",
                            !.placed = [task \in tasks |-> @[task]],
                            !.owner = own,
                            !.heard = {}]
  IN Write(replica, new,
           Say("Commit", Parts(new))
             \cup Say("Release", (Parts(seen) \ Parts(new)) \cup Owners(seen, tasks)))

HearReserved(replica, id) ==
  LET seen  == memory[replica]
      heard == seen.heard \cup {id}
  IN /\ HasRead(replica)
     /\ seen.phase = "reserving"
     /\ id \in Parts(seen) \ seen.heard
     /\ IsSaid("Reserved", id)
     /\ IF heard = Parts(seen)
        THEN Decide(replica)
        ELSE Write(replica, [seen EXCEPT !.heard = heard], {})
     /\ UNCHANGED accepted

HearCommitted(replica, id) ==
  LET seen  == memory[replica]
      heard == seen.heard \cup {id}
  IN /\ HasRead(replica)
     /\ seen.phase = "committing"
     /\ id \in Parts(seen) \ seen.heard
     /\ IsSaid("Committed", id)
     /\ IF heard = Parts(seen)
        THEN Write(replica, [seen EXCEPT !.phase = "promised", !.heard = {}], {})
        ELSE Write(replica, [seen EXCEPT !.heard = heard], {})
     /\ UNCHANGED accepted

(* All or nothing: one part has failed, so all are released.               *)
Fail(replica) ==
  LET seen == memory[replica]
  IN /\ IF seen.attempt < MaxAttempts
        THEN Tender(replica, DOMAIN seen.placed \ seen.done, Say("Release", Parts(seen)))
        ELSE Write(replica,
                   [seen EXCEPT !.phase = "given up", !.heard = {}],
                   Say("Release", Parts(seen) \cup Owners(seen, Unfinished(seen))))
     /\ UNCHANGED accepted

HearRefused(replica, id) ==
  /\ HasRead(replica)
  /\ IsTendering(memory[replica])
  /\ id \in Parts(memory[replica])
  /\ IsSaid("Refused", id)
  /\ Fail(replica)

(* Somebody has not answered in time. Once the decision to commit is       *)
(* stored there is no such limit: Commit is said until it is answered.     *)
TimeOut(replica) ==
  /\ HasRead(replica)
  /\ memory[replica].phase = "reserving"
  /\ Fail(replica)

(* A provider has been silent for long. It may be dead, or cut off and     *)
(* working: nobody can tell, so both are the same action. It keeps its     *)
(* tasks until others hold them.                                           *)
PresumeGone(replica, provider) ==
  LET seen  == memory[replica]
      tasks == {task \in Unfinished(seen) : seen.owner[task].provider = provider}
  IN /\ HasRead(replica)
     /\ seen.phase = "promised"
     /\ seen.attempt < MaxAttempts
     /\ tasks # {}
     /\ Tender(replica, tasks, {})
     /\ UNCHANGED accepted

(* Results are welcome in every phase, also from an owner that is presumed *)
(* gone and from one that was released: the task is still its own until    *)
(* another takes it over. If an attempt has nothing left to do, it is      *)
(* released.                                                               *)
AcceptResult(replica, id, task) ==
  LET seen   == memory[replica]
      done   == seen.done \cup {task}
      isOver == IsTendering(seen) /\ DOMAIN seen.placed \subseteq done
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
                           !.heard = IF phase = seen.phase THEN @ ELSE {}],
              IF isOver THEN Say("Release", Parts(seen)) ELSE {})
     /\ accepted' = [accepted EXCEPT ![task] = Append(@, [by |-> id, owner |-> row.owner[task]])]

-----------------------------------------------------------------------------
(* The providers *)

(* An answer is stored and sent in one step. To ask again gives the same   *)
(* answer, which changes nothing in this model: what was sent stays sent.  *)
Answer(id, said) ==
  /\ answer' = [answer EXCEPT ![id] = said]
  /\ sent' = sent \cup Say(said, {id})
  /\ UNCHANGED <<row, memory, accepted, hollow>>

PartsAt(provider) == {part \in holds : part.id.provider = provider}

Without(id) == {part \in holds : part.id # id}

Hold(id, tasks) ==
  /\ Reserve(id, tasks) \in sent
  /\ answer[id] = "nothing"
  /\ PartsAt(id.provider) = {}
  /\ holds' = holds \cup {[id |-> id, tasks |-> tasks]}
  /\ Answer(id, "Reserved")

(* For want of room, be it another part's or the provider's own users'.    *)
Refuse(id, tasks) ==
  /\ Reserve(id, tasks) \in sent
  /\ answer[id] = "nothing"
  /\ Answer(id, "Refused")
  /\ UNCHANGED holds

(* The lease ends, as it can at any time until the part is committed. That *)
(* this is said at once includes providers that say it only when asked,    *)
(* for nobody has to hear it.                                              *)
Expire(id) ==
  /\ answer[id] = "Reserved"
  /\ holds' = Without(id)
  /\ Answer(id, "Refused")

Commit(id) ==
  /\ IsSaid("Commit", id)
  /\ answer[id] = "Reserved"
  /\ Answer(id, "Committed")
  /\ UNCHANGED holds

(* The mistake of a provider that forgets why it holds nothing.            *)
Revive(id, tasks) ==
  /\ ~LeasesEndForGood
  /\ {Reserve(id, tasks)} \cup Say("Commit", {id}) \subseteq sent
  /\ answer[id] = "Refused"
  /\ holds' = holds \cup {[id |-> id, tasks |-> tasks]}
  /\ Answer(id, "Committed")

(* Whatever it was, it ends; and what has not come yet will be refused.    *)
Release(id) ==
  /\ IsSaid("Release", id)
  /\ answer[id] # "Refused"
  /\ holds' = Without(id)
  /\ IF answer[id] = "nothing" /\ ~RemembersReleases
     THEN /\ sent' = sent \cup Say("Refused", {id})
          /\ UNCHANGED <<row, memory, answer, accepted, hollow>>
     ELSE Answer(id, "Refused")

(* A part makes room when its last task is done.                           *)
Finish(id, task) ==
  /\ answer[id] = "Committed"
  /\ \E part \in holds :
       /\ part.id = id
       /\ task \in part.tasks
       /\ LET left == part.tasks \ {task}
          IN holds' = Without(id) \cup IF left = {} THEN {} ELSE {[id |-> id, tasks |-> left]}
  /\ sent' = sent \cup {Result(id, task)}
  /\ UNCHANGED <<row, memory, answer, accepted, hollow>>

-----------------------------------------------------------------------------
(* All that can happen *)

Init ==
  \E placed \in [Tasks -> Providers] :
    LET first == [phase   |-> "reserving",
                  attempt |-> 1,
                  placed  |-> placed,   \* the composition: where each task is to go
                  heard   |-> {},       \* whose answer in this phase has come
                  owner   |-> [task \in Tasks |-> None],
                  done    |-> {}]       \* the tasks with an accepted result
    IN /\ row = first
       /\ memory = [replica \in Replicas |-> None]
       /\ sent = Reserves(first)
       /\ answer = [id \in Reservations |-> "nothing"]
       /\ holds = {}
       /\ accepted = [task \in Tasks |-> <<>>]
       /\ hollow = {}

\* What a message makes of the bag.
Hear(replica) ==
  \/ \E id \in Reservations : HearReserved(replica, id)
  \/ \E id \in Reservations : HearCommitted(replica, id)
  \/ \E id \in Reservations : HearRefused(replica, id)
  \/ \E id \in Reservations, task \in Tasks : AcceptResult(replica, id, task)

\* What providers have to do, as opposed to what they may.
Serve ==
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
  \/ \E replica \in Replicas : Hear(replica)
  \/ \E replica \in Replicas : TimeOut(replica)
  \/ \E replica \in Replicas, provider \in Providers : PresumeGone(replica, provider)
  \/ Serve
  \/ \E id \in Reservations : Expire(id)

Spec == Init /\ [][Next]_vars

(* Nobody is dead and no message is lost for ever. Hear needs the stronger *)
(* kind, since crashes and the other replica may interrupt it any number   *)
(* of times.                                                               *)
FairSpec ==
  /\ Spec
  /\ \A replica \in Replicas :
       WF_vars(Read(replica)) /\ WF_vars(WriteRefused(replica)) /\ SF_vars(Hear(replica))
  /\ WF_vars(Serve)

-----------------------------------------------------------------------------
(* What must hold *)

AtMostOneResult == \A task \in Tasks : Len(accepted[task]) <= 1

OnlyTheOwnersResult ==
  \A task \in Tasks : \A i \in DOMAIN accepted[task] : accepted[task][i].by = accepted[task][i].owner

CapacityNotTwice == \A provider \in Providers : Cardinality(PartsAt(provider)) <= 1

(* Whenever the promise was given, also again after tendering anew, every  *)
(* unfinished task had an owner that was committed to it.                  *)
PromiseIsWhole == hollow = {}

(* Every end is said, be it by refusal, lease or release.                  *)
NoneOutlivesItsLease == \A part \in holds : ~IsSaid("Refused", part.id)

(* Who was refused once is never told anything else.                       *)
SameAnswerAgain == \A id \in Reservations : IsSaid("Refused", id) => answer[id] \in {"nothing", "Refused"}

(* What is committed is wanted, or has been told to stop.                  *)
NothingForNobody ==
  \A part \in holds :
    answer[part.id] = "Committed" =>
      \/ row.phase # "given up" /\ part.id \in Owners(row, Tasks)
      \/ IsSaid("Release", part.id)

(* An attempt without tasks would wait for nobody and so for ever.         *)
NoEmptyAttempt == IsTendering(row) => DOMAIN row.placed \ row.done # {}

(* Each write moves the bag on, and never back to where it was.            *)
Step(phase) ==
  CASE phase = "reserving" -> 1
    [] phase = "committing" -> 2
    [] phase = "promised" -> 3
    [] OTHER -> 4

RowsNeverReturn ==
  [][\/ row'.attempt > row.attempt
     \/ /\ row'.attempt = row.attempt
        /\ \/ Step(row'.phase) > Step(row.phase)
           \/ /\ row'.phase = row.phase
              /\ row.heard \subseteq row'.heard
              /\ row.done \subseteq row'.done]_row

EveryBagEnds == <>(row.phase \in {"done", "given up"})

-----------------------------------------------------------------------------
(* To count fewer states *)

(* Names are exchangeable. (Not for EveryBagEnds: TLC may miss a cycle.)   *)
Symmetry == Permutations(Tasks) \cup Permutations(Providers) \cup Permutations(Replicas)

(* Behind the write fence all outdated rows are alike: whatever a replica  *)
(* has read, it will be refused.                                           *)
View ==
  <<row, sent, answer, holds, accepted, hollow,
    [replica \in Replicas |->
       IF FencedWrites /\ memory[replica] \notin {None, row} THEN "outdated" ELSE memory[replica]]>>
=============================================================================
