"""Corrections that are proposed: they wait, are no lines, and end with their evening."""

from companion.evening.model import Evening, Proposal
from companion.evening.rows import tell
from companion.games.moves import Refused
from companion.storage.database import Database
from companion.storage.store import Job

MOST = 20  # of one table
TAKEN, DECLINED = "proposal-taken", "proposal-declined"  # notices of what became of it


def check_here(db: Database, evening: int, device: int) -> None:
    """Refused where the evening is over, or the device was asked to leave it: what it proposed went with it."""
    sql = """select 1 from evenings where id = :evening and closed_at is null
             and not exists (select 1 from screens where evening = :evening and device = :device and barred = 1)"""
    if not db.execute(sql, {"evening": evening, "device": device}):
        raise Refused("stale")


def propose(evening: Evening, table_id: str, device: int, seat: int, line: int, changes: str) -> Job:
    """Keep what a device proposes, in the place of what it proposed before; Refused where too many wait."""

    def keep(db: Database) -> None:
        check_here(db, evening.id, device)
        db.execute("delete from proposals where evening = ? and device = ?", [evening.id, device])
        (waiting,) = db.execute("select count(*) from proposals where table_id = ?", [table_id]).first()
        if waiting >= MOST:
            raise Refused("many-proposals", most=MOST)
        row = [evening.id, table_id, device, seat, line, changes]
        db.execute(
            "insert into proposals (evening, table_id, device, seat, line, changes) values (?, ?, ?, ?, ?, ?)", row
        )

    return keep


def drop(proposal: Proposal) -> Job:
    """Drop a proposal; Refused if it is gone, or another one by now."""
    sql = "delete from proposals where id = ? and device = ? and line = ? and changes = ? returning 1"

    def gone(db: Database) -> None:
        if not db.execute(sql, [proposal.id, proposal.device, proposal.line, proposal.changes]):
            raise Refused("stale")

    return gone


def answer(evening: Evening, proposal: Proposal, code: str, name: str) -> Job:
    """Drop a proposal, and notify its device of the outcome, and of who decided."""

    def decide(db: Database) -> None:
        drop(proposal)(db)
        tell(evening, [proposal.device], code, name)(db)

    return decide
