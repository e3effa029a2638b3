"""A mirror of the public records, written from docs/contract.md, section 30, alone.

    mirror.py URL FILE [--once]

Follows the change feeds of the five kinds into an SQLite file. It may be killed at any time.
"""

import json
import sqlite3
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

KINDS = ["events", "venues", "organizers", "categories", "tags"]


def fetch(url):
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, None


def step(root, db, route):
    """Applies the next page of a feed. Returns whether there is nothing more for now."""
    row = db.execute("SELECT query, seen FROM place WHERE route = ?", (route,)).fetchone()
    query, seen = row or ("limit=50", 0)
    status, page = fetch(f"{root}/vendor/events/v1/{route}/changes?{query}")
    if status == 410:
        with db:
            db.execute("DELETE FROM record WHERE route = ?", (route,))
            db.execute("DELETE FROM place WHERE route = ?", (route,))
        return False
    if status != 200:
        raise OSError(f"HTTP {status}")
    with db:
        for item in page["items"]:
            if item["modified"] <= seen:
                raise SystemExit(f"{route}: {item['modified']} after {seen}")
            seen = item["modified"]
            key = (item["kind"], item["id"])
            db.execute("DELETE FROM record WHERE kind = ? AND id = ?", key)
            if item["state"] == "updated":
                row = (*key, route, json.dumps(item["data"]))
                db.execute("INSERT INTO record VALUES (?, ?, ?, ?)", row)
        query = urllib.parse.urlsplit(page["next"]).query
        db.execute("INSERT OR REPLACE INTO place VALUES (?, ?, ?)", (route, query, seen))
    return not page["items"]


def main(root, path, once):
    db = sqlite3.connect(path, timeout=10)
    db.execute("CREATE TABLE IF NOT EXISTS record (kind, id, route, data, PRIMARY KEY (kind, id))")
    db.execute("CREATE TABLE IF NOT EXISTS place (route PRIMARY KEY, query, seen)")
    done = set()
    while True:
        idle = True
        for route in KINDS:
            try:
                if step(root, db, route):
                    done.add(route)
                else:
                    idle = False
            except OSError as error:
                print(f"{route}: {error}", file=sys.stderr)
        if once and len(done) == len(KINDS) and idle:
            return
        if idle:
            time.sleep(0.3)


main(sys.argv[1], sys.argv[2], "--once" in sys.argv)
