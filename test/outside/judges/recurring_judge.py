"""Expands calendars with recurring-ical-events: a line of starts for each, within its window."""

import json
import sys
from datetime import date, datetime, timezone

import icalendar
import recurring_ical_events


def seconds(start):
    if not isinstance(start, datetime):
        return start.isoformat()
    if start.tzinfo is None:
        start = start.replace(tzinfo=timezone.utc)
    return str(int(start.timestamp()))


with open(sys.argv[1], encoding="utf-8") as file:
    cases = json.load(file)
for case in cases:
    try:
        with open(case["path"], "rb") as file:
            calendars = icalendar.Calendar.from_ical(file.read(), multiple=True)
        since, until = (datetime.fromisoformat(case[name]) for name in ("from", "to"))
        starts = []
        for calendar in calendars:
            for event in recurring_ical_events.of(calendar).between(since, until):
                start = event["DTSTART"].dt
                at = start if isinstance(start, datetime) else datetime(start.year, start.month, start.day)
                if at.tzinfo is None:
                    at = at.replace(tzinfo=timezone.utc)
                if since <= at < until:
                    starts.append(seconds(start))
        print("dates", case["path"], ",".join(sorted(starts)), sep="\t")
    except Exception as error:
        print("error", case["path"], repr(error).replace("\n", " ")[:200], sep="\t")
