"""Expands rules with python-dateutil on naive time: a line for each, without times in gaps."""

import json
import sys
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr


def exists(wall, zone):
    local = wall.replace(tzinfo=zone)
    back = local.astimezone(timezone.utc).astimezone(zone)
    return back.replace(tzinfo=None) == wall


with open(sys.argv[1], encoding="utf-8") as file:
    cases = json.load(file)
for number, case in enumerate(cases):
    start, to = (datetime.fromisoformat(case[name]) for name in ("start", "to"))
    zone = ZoneInfo(case["zone"])
    dates = []
    for date in rrulestr(case["rule"], dtstart=start):
        if date > to:
            break
        if exists(date, zone):
            dates.append(str(date))
    print("dates", number, ",".join(dates), sep="\t")
