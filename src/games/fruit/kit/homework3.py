"""homework.py under the name that tells a grader to use Python 3."""
from homework import main

main()
