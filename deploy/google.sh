#!/bin/sh
# shellcheck disable=SC2034 # the parts read what is set here
# Makes everything that the site needs at Google, in order, and brings it up to date: docs/deploy.md, way (c). Each
# resource is looked at before it is made, so that a run which was cut short, or is repeated, goes on where it has to.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
SITE_ENV=$HERE/site.env
# Firestore's and Storage's place: Zurich. It cannot be changed later.
DATA_REGION=europe-west6
# The program's place, for want of another: the nearest where a domain can be mapped to Cloud Run.
REGION=europe-west1
MIN_INSTANCES=1
PROJECT='' DOMAIN='' DRY_RUN='' KEEP_RULES=''

usage() {
  cat >&2 <<TEXT
Usage: deploy/google.sh PROJECT --domain DOMAIN [--region REGION] [--asleep] [--keep-rules] [--dry-run]
  PROJECT    the id of a Firebase project
  --domain   where visitors find the site: jeunesse.exemple.ch
  --region   where the program runs ($REGION); the data are in $DATA_REGION
  --asleep   no instance while nobody visits: cheaper, and what waits goes out within the hour
  --keep-rules  as long as the pages of an older site speak to Firebase themselves
  --dry-run  show the calls that would change something, and make none of them
The settings are those of .env.example, in deploy/site.env.
TEXT
  exit 2
}

while [ $# -gt 0 ]; do
  case $1 in
    --domain | --region)
      [ $# -gt 1 ] || usage
      if [ "$1" = --domain ]; then DOMAIN=$2; else REGION=$2; fi
      shift
      ;;
    --setting)
      # For calls that are copied from what this shows: a secret then stands in no history either.
      [ $# = 2 ] || usage
      # shellcheck source=/dev/null
      . "$HERE/google/settings.sh"
      setting "$2"
      exit
      ;;
    --asleep) MIN_INSTANCES=0 ;;
    --keep-rules) KEEP_RULES=yes ;;
    --dry-run) DRY_RUN=yes ;;
    -*) usage ;;
    *) if [ "$PROJECT" ]; then usage; else PROJECT=$1; fi ;;
  esac
  shift
done
if [ -z "$PROJECT" ] || [ -z "$DOMAIN" ]; then usage; fi

for part in calls settings by-hand data rules rights program; do
  # shellcheck source=/dev/null
  . "$HERE/google/$part.sh"
done

read_settings
committed
by_hand
services
budget
database
bucket
api_key
[ "$KEEP_RULES" ] || shut_browsers_out
account
secrets
log
image
site
mapping
alarm_clock
say "Done. $(calls_made) The first start's log holds the link of the first account:"
say "  gcloud run services logs read jeunesse --region=$REGION --project=$PROJECT --limit=50"
