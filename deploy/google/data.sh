# shellcheck shell=sh
# Services, an alert about costs, the database, the bucket and the key of the sign-in.

SERVICES='run cloudbuild artifactregistry firestore firebaserules firebasestorage identitytoolkit apikeys secretmanager
  cloudscheduler billingbudgets'

services() {
  enabled=$(look services list --enabled '--format=value(config.name)') || enabled=
  missing=
  for service in $SERVICES; do
    printf '%s\n' "$enabled" | grep -qx "$service.googleapis.com" || missing="$missing $service.googleapis.com"
  done
  # shellcheck disable=SC2086
  [ -z "$missing" ] || change services enable $missing
}

# An alert, not a limit, in the currency of the billing account. One that is there is left as it is.
budget() {
  billed=$(billing billingAccountName) || billed=BILLING-ACCOUNT
  billed=${billed#billingAccounts/}
  found=$(look billing budgets list "--billing-account=$billed" "--filter=displayName=$PROJECT" '--format=value(name)') || found=
  [ -z "$found" ] || return 0
  if [ "$MIN_INSTANCES" = 0 ]; then amount=10; else amount=50; fi
  change billing budgets create "--billing-account=$billed" "--display-name=$PROJECT" "--budget-amount=$amount" \
    "--filter-projects=projects/$PROJECT" --threshold-rule=percent=0.5 --threshold-rule=percent=1.0
}

database() {
  state=$(look firestore databases describe '--database=(default)' \
    '--format=value(pointInTimeRecoveryEnablement,deleteProtectionState)' | tr '\t' ' ') || state=
  case $state in
    'POINT_IN_TIME_RECOVERY_ENABLED DELETE_PROTECTION_ENABLED') ;;
    '') change firestore databases create '--database=(default)' "--location=$DATA_REGION" --enable-pitr --delete-protection ;;
    *) change firestore databases update '--database=(default)' --enable-pitr --delete-protection ;;
  esac
  daily=$(look firestore backups schedules list '--database=(default)' '--format=value(name)') || daily=
  [ "$daily" ] || change firestore backups schedules create '--database=(default)' --recurrence=daily --retention=4w
}

# Deleted and replaced pictures can be had back for a month. Firebase has to know the bucket: it serves older addresses.
bucket() {
  if kept=$(look storage buckets describe "gs://$BUCKET" '--format=value(soft_delete_policy.retentionDurationSeconds)'); then
    [ "$kept" = 2592000 ] || change storage buckets update "gs://$BUCKET" --soft-delete-duration=30d
  else
    change storage buckets create "gs://$BUCKET" "--location=$DATA_REGION" --uniform-bucket-level-access \
      --public-access-prevention --soft-delete-duration=30d
  fi
  known=https://firebasestorage.googleapis.com/v1beta/projects/$PROJECT/buckets/$BUCKET
  look_rest "$known" >/dev/null || change_rest POST "$known:addFirebase" '{}' >/dev/null
}

# The key names the project to the sign-in; it is no secret, and opens nothing else.
api_key() {
  API_KEY=$(setting FIREBASE_API_KEY)
  [ -z "$API_KEY" ] || return 0
  has services api-keys describe jeunesse --location=global ||
    change services api-keys create --key-id=jeunesse --display-name=jeunesse \
      --api-target=service=identitytoolkit.googleapis.com
  API_KEY=$(look services api-keys get-key-string jeunesse --location=global '--format=value(keyString)') ||
    [ "$DRY_RUN" ] || fail 'the new key cannot be read yet: run this again'
  API_KEY=${API_KEY:-THE-KEY-OF-JEUNESSE}
}
