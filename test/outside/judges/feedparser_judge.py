"""Reads feeds with feedparser: a line for each complaint and for each entry."""

import sys

import feedparser


def say(*parts):
    print("\t".join(str(part).replace("\n", " ") for part in parts))


for path in sys.argv[1:]:
    feed = feedparser.parse(path)
    if feed.bozo:
        say("complaint", path, feed.bozo_exception)
    if not feed.feed.get("title") or not feed.feed.get("link"):
        say("complaint", path, "no title or link")
    for entry in feed.entries:
        published = entry.get("published_parsed")
        if published is None or not entry.get("link"):
            say("complaint", entry.get("id"), "no date or link")
        say("event", entry.get("id"), entry.get("ev_startdate"), entry.get("title"))
