"""Verifies messages with the standardwebhooks of PyPI: a JSON object a line on standard input."""

import datetime
import json
import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

# The example of the specification's own libraries.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
MESSAGE = "msg_p5jXN8AQM9LWM0D4loKWxJek"
MOMENT = datetime.datetime.fromtimestamp(1614265330, tz=datetime.timezone.utc)
print("vector", Webhook(SECRET).sign(MESSAGE, MOMENT, '{"test": 2432232314}'), sep="\t")

for line in sys.stdin:
    sent = json.loads(line)
    try:
        Webhook(sent["secret"]).verify(sent["body"], sent["headers"])
        print("ok")
    except WebhookVerificationError as error:
        print("refused", error, sep="\t")
