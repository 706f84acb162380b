# shellcheck shell=sh
# The image, the service that runs it, its name, and what wakes it.

# Google logs each request with the visitor's address and the page, which may be the key to somebody's paper.
log() {
  look logging sinks describe _Default '--format=value(exclusions[].name)' | grep -qw requests ||
    change logging sinks update _Default \
      '--add-exclusion=name=requests,filter=log_id("run.googleapis.com/requests")'
}

# An image bears the name of a commit, and holds nothing else.
committed() {
  [ -z "$(git -C "$HERE" status --porcelain --untracked-files=no)" ] || fail 'commit first: an image is made of a commit'
  COMMIT=$(git -C "$HERE" rev-parse --short=12 HEAD)
}

# The build runs what npm installs: its account can do nothing but read the source, write the image and its log.
image() {
  IMAGE=$REGION-docker.pkg.dev/$PROJECT/site/site:$COMMIT
  has artifacts repositories describe site "--location=$REGION" ||
    change artifacts repositories create site --repository-format=docker "--location=$REGION"
  look artifacts repositories list-cleanup-policies site "--location=$REGION" | grep -qw newest ||
    change artifacts repositories set-cleanup-policies site "--location=$REGION" "--policy=$HERE/google/keep-images.json" \
      --no-dry-run
  has artifacts docker images describe "$IMAGE" || build
}
build() {
  source=gs://$PROJECT-build
  has iam service-accounts describe "$BUILD_SA" ||
    change iam service-accounts create jeunesse-build '--display-name=The build of the site'
  has storage buckets describe "$source" ||
    change storage buckets create "$source" "--location=$REGION" --uniform-bucket-level-access --public-access-prevention
  grant "$BUILD_SA" roles/storage.objectViewer "$source" storage buckets
  grant "$BUILD_SA" roles/artifactregistry.writer \
    "projects/$PROJECT/locations/$REGION/repositories/site" artifacts repositories
  grant "$BUILD_SA" roles/logging.logWriter "$PROJECT" projects
  archive=${TMPDIR:-/tmp}/jeunesse-$COMMIT.tar.gz
  show git -C "$HERE/.." archive "--output=$archive" "$COMMIT"
  [ "$DRY_RUN" ] || git -C "$HERE/.." archive "--output=$archive" "$COMMIT"
  change builds submit "$archive" "--region=$REGION" "--config=$HERE/google/build.yaml" "--substitutions=_IMAGE=$IMAGE" \
    "--service-account=projects/$PROJECT/serviceAccounts/$BUILD_SA" "--gcs-source-staging-dir=$source/source"
  rm -f "$archive"
}

# The label tells which settings a service was last given. Without --no-cpu-throttling an instance is frozen between
# requests: mail would leave late, or twice.
site() {
  set -- "--image=$IMAGE" "--region=$REGION" --allow-unauthenticated "--service-account=$SA" \
    "--set-env-vars=$(plain_settings)" --cpu=1 --memory=1Gi --concurrency=200 \
    "--min-instances=$MIN_INSTANCES" --max-instances=3 --no-cpu-throttling --cpu-boost \
    --startup-probe=httpGet.path=/healthz
  if [ "$MOUNTED" ]; then set -- "$@" "--set-secrets=$MOUNTED"; else set -- "$@" --clear-secrets; fi
  given=$(printf '%s\n' "$@" | fingerprint)
  state=$(service 'metadata.labels.settings,status.latestCreatedRevisionName,status.latestReadyRevisionName') || state=
  # shellcheck disable=SC2086
  is_running "$given" $state || change run deploy jeunesse "$@" "--labels=settings=$given"
  latest=$(service 'spec.traffic[0].latestRevision') || latest=True
  [ "$latest" = True ] || [ "$DRY_RUN" ] ||
    say "Visitors are held on an older revision: gcloud run services update-traffic jeunesse --region=$REGION --to-latest"
}
service() { look run services describe jeunesse "--region=$REGION" "--format=value($1)"; }

# is_running SETTINGS LABEL CREATED READY
is_running() { [ $# = 4 ] && [ "$1" = "$2" ] && [ "$3" = "$4" ]; }

# Where Cloud Run takes a domain of one's own; elsewhere a load balancer stands before it.
maps_domains() {
  case $REGION in europe-west1 | europe-west4 | europe-north1) ;; *) return 1 ;; esac
}

mapping() {
  if ! maps_domains; then
    say "In $REGION Cloud Run takes no domain: put a load balancer before it, with TRUST_PROXY=2 (docs/deploy.md)."
    return 0
  fi
  has beta run domain-mappings describe "--domain=$DOMAIN" "--region=$REGION" ||
    change beta run domain-mappings create --service=jeunesse "--domain=$DOMAIN" "--region=$REGION"
  say "The records that $DOMAIN needs at whoever holds it:"
  look beta run domain-mappings describe "--domain=$DOMAIN" "--region=$REGION" \
    '--format=table[no-heading](status.resourceRecords:format="table[no-heading](type,rrdata)")' >&3 || :
}

# What waits goes out within the hour, also where no instance stays awake.
alarm_clock() {
  state=$(look scheduler jobs describe jeunesse "--location=$REGION" '--format=value(schedule,httpTarget.uri)' | tr '\t' ' ') || state=
  [ "$state" = "0 * * * * https://$DOMAIN/" ] && return 0
  if [ "$state" ]; then verb=update; else verb=create; fi
  change scheduler jobs "$verb" http jeunesse "--location=$REGION" '--schedule=0 * * * *' "--uri=https://$DOMAIN/" \
    --http-method=GET
}
