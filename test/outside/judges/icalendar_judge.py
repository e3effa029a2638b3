"""Reads calendars with icalendar: a line for each complaint and for each event."""

import sys
from datetime import datetime

import icalendar


def seconds(value):
    return str(int(value.timestamp())) if isinstance(value, datetime) else value.isoformat()


def say(*parts):
    print("\t".join(part.replace("\n", " ") for part in parts))


for path in sys.argv[1:]:
    with open(path, "rb") as file:
        calendar = icalendar.Calendar.from_ical(file.read())
    for component in calendar.walk():
        for name, error in component.errors:
            say("complaint", str(name), str(error))
    for event in calendar.walk("VEVENT"):
        end = seconds(event.end) if "DTEND" in event else ""
        say("event", str(event["UID"]), seconds(event.start), end, str(event["SUMMARY"]))
