"""Lists and creates by the client that openapi-python-client made: FOLDER API TOKEN."""

import importlib
import sys

folder, api, token = sys.argv[1:]
sys.path.insert(0, folder)
made = importlib.import_module("marquee")
models = importlib.import_module("marquee.models")
events = {
    name: importlib.import_module(f"marquee.api.events.{name}")
    for name in ("list_events", "create_event", "changes_events")
}

event = models.NewEvent(
    title="From Python",
    start_date="2030-05-10 19:00:00",
    end_date="2030-05-10 21:00:00",
    venue=models.NewVenue(venue="Hall", city="Berlin", geo_lat=52.5, geo_lng=13.4),
    tags=["one", "two"],
)
writer = made.AuthenticatedClient(base_url=api, token=token)
reader = made.Client(base_url=api)


def say(*parts):
    print(*parts, sep="\t")


created = events["create_event"].sync_detailed(client=writer, body=event)
say("created", int(created.status_code), created.parsed.title, created.parsed.venue.city)
refused = events["create_event"].sync_detailed(client=reader, body=event)
say("refused", int(refused.status_code), refused.parsed.code)
query = {"near": "Berlin", "end_date": "2030-12-31", "orderby": "best"}
query["orderby"] = models.ListEventsOrderby(query["orderby"])
listed = events["list_events"].sync_detailed(client=reader, **query)
for one in listed.parsed.events:
    say("listed", one.title, *(tag.name for tag in one.tags))
